import { t } from '@lingui/core/macro'
import { formatDate } from '#ui/format.ts'
import type { PublicData } from './public-data.ts'

/** One of the owner's texts. */
export function ContentPage({ title, content }: { title: string; content: PublicData['content'] }) {
  if (!content) return <h1>{title}</h1>
  const date = formatDate(content.updatedAt)
  return (
    <article className="mx-auto max-w-3xl py-6 sm:py-10">
      <h1>{content.title}</h1>
      <p className="mt-2 text-muted">{t({ id: 'home.content.updated', message: `Last changed on ${date}` })}</p>
      <div className="prose mt-8" dangerouslySetInnerHTML={{ __html: content.html }} />
    </article>
  )
}
