import '#web/styles/prose.css'

/** A text of the owner's or of a user's. The HTML must come sanitised from the server. */
export function Prose({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
