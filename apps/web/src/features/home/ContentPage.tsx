import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { localizedPath } from '@runnel/contract/locale'
import { formatDate } from '#ui/format.ts'
import type { PublicContent } from '#web/public-data.ts'

/** One of the owner's texts; `title` stands in while there is none. */
export const ContentPage = ({ title, content }: { title: string; content: PublicContent | null }) => {
  if (!content) return <MissingContent title={title} />
  const date = formatDate(content.updatedAt)
  return (
    <article className="page page-narrow">
      <h1>{content.title}</h1>
      <p className="page-note">
        <time dateTime={content.updatedAt}>{t({ id: 'home.content.updated', message: `Last updated ${date}` })}</time>
      </p>
      <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: content.html }} />
    </article>
  )
}

const MissingContent = ({ title }: { title: string }) => (
  <section className="page page-narrow">
    <h1>{title}</h1>
    <p className="page-lead">
      <Trans id="home.content.missing">
        This page hasn’t been published yet.{' '}
        <a href={localizedPath('/contact', i18n.locale)} className="link">
          Contact us
        </a>{' '}
        to request it.
      </Trans>
    </p>
  </section>
)
