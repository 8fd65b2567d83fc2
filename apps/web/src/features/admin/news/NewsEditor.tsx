import { t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { QueryError } from '#base/Loaded.tsx'
import { admin } from '#features/admin/admin.ts'
import { MomentField, SwitchField, TextField } from '#features/admin/kit/fields.tsx'
import type { Editor } from '#features/admin/kit/use-editor.ts'
import { useResourceForm } from '#features/admin/kit/use-resource-form.ts'
import { Translations } from '#features/admin/shared/Translations.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { useSettled } from '#ui/form/use-settled.ts'
import { Prose } from '#ui/Prose.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { useNow } from '#ui/use-now.ts'
import { newsChanged, previewOf, type AdminNews } from './news.ts'

/** News as it is written, beside what people will see. */
export const NewsEditor = ({ editor }: { editor: Editor<AdminNews> }) => {
  const form = useNewsForm(editor)
  const { title, markdown, publishedAt } = form.values
  const now = useNow(30_000)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card
        title={
          editor.existing
            ? t({ id: 'admin.news.change', message: 'Edit post' })
            : t({ id: 'admin.news.write', message: 'New post' })
        }
      >
        <form id={form.id} className={formLook} noValidate onSubmit={form.onSubmit}>
          <TextField form={form} name="title" label={t({ id: 'admin.news.title', message: 'Title' })} maxLength={120} />
          <TextArea
            label={t({ id: 'admin.news.text', message: 'Text' })}
            hint={t({ id: 'admin.news.text.hint', message: 'Markdown: **bold**, [a link](https://…), - a list.' })}
            maxLength={20_000}
            {...form.textProps('markdown')}
          />
          <MomentField
            form={form}
            name="publishedAt"
            label={t({ id: 'admin.news.publishAt', message: 'Publish date' })}
            hint={t({ id: 'admin.news.publishAt.hint', message: 'Leave empty to publish now.' })}
          />
          <SwitchField form={form} name="pinned" label={t({ id: 'admin.news.pin', message: 'Pin to top' })} />
          {editor.existing && <Translations kind="news" subject={editor.existing._id} />}
          {form.isUnsent && <RetryNotice onAgain={form.sendAgain} />}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={form.isSaving} disabled={form.isUnsent}>
              {saveText(editor.existing, publishedAt !== null && Date.parse(publishedAt) > now)}
            </Button>
            <Button onClick={editor.close}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          </div>
        </form>
      </Card>
      <Preview title={title} markdown={markdown} />
    </div>
  )
}

interface NewsValues {
  title: string
  markdown: string
  pinned: boolean
  /** Null: at once. */
  publishedAt: string | null
}

const fresh: NewsValues = { title: '', markdown: '', pinned: false, publishedAt: null }

const useNewsForm = ({ existing, close }: Editor<AdminNews>) =>
  useResourceForm({
    existing,
    fresh,
    moments: ['publishedAt'],
    body: contract.addNews.body,
    isKeyed: true,
    bodyOf: (values) => ({ ...values, publishedAt: values.publishedAt ?? new Date().toISOString() }),
    add: admin.calls.addNews,
    edit: admin.calls.editNews,
    onSaved: () => {
      newsChanged()
      close()
    },
  })

const formLook = 'form [&_textarea]:max-h-none [&_textarea]:min-h-72 [&_textarea]:font-mono'

const saveText = (known: AdminNews | undefined, isLater: boolean): string => {
  if (known) return t({ id: 'admin.news.save', message: 'Save' })
  return isLater
    ? t({ id: 'admin.news.schedule', message: 'Schedule' })
    : t({ id: 'admin.news.publish', message: 'Publish now' })
}

const settleMs = 600

const Preview = ({ title, markdown }: { title: string; markdown: string }) => {
  const settled = useSettled(markdown, settleMs)
  const query = useQuery({
    ...previewOf(settled),
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching } = query
  return (
    <Card
      sunken
      title={t({ id: 'admin.news.preview', message: 'Preview' })}
      aria-busy={isFetching || settled !== markdown}
    >
      <QueryError query={query} />
      {!data && !error && <SkeletonText lines={4} />}
      {data && !error && (
        <div className="rounded-m bg-surface p-5">
          {title !== '' && <p className="mb-3 font-display text-2xl font-bold wrap-anywhere">{title}</p>}
          <Prose html={data.html} />
        </div>
      )}
    </Card>
  )
}
