import '#web/styles/prose.css'

/** A text of the owner's or of a user's. The HTML must come sanitised from the server. */
export const Prose = ({ html }: { html: string }) => (
  <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
)
