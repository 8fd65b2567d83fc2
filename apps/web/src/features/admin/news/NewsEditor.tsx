import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { useSettled } from '#features/withdraw/withdraw.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Prose } from '#ui/Prose.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { useNow } from '#ui/use-now.ts'
import { previewOf, useNewsForm, type AdminNews } from './news.ts'

interface NewsEditorProps {
  /** What is edited; something new without. */
  existing: AdminNews | undefined
  onClose: () => void
}

/** News as it is written, beside what people will see. */
export const NewsEditor = ({ existing, onClose }: NewsEditorProps) => {
  const id = useId()
  const { form, add, isBusy, submit } = useNewsForm({ existing, onDone: onClose })
  const now = useNow(30_000)
  const isLater = form.values.publishedAt !== '' && Date.parse(form.values.publishedAt) > now
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card
        title={
          existing
            ? t({ id: 'admin.news.change', message: 'Edit post' })
            : t({ id: 'admin.news.write', message: 'New post' })
        }
      >
        <form id={id} className={formLook} noValidate onSubmit={submit}>
          <TextInput
            label={t({ id: 'admin.news.title', message: 'Title' })}
            maxLength={120}
            {...form.getInputProps('title')}
          />
          <TextArea
            label={t({ id: 'admin.news.text', message: 'Text' })}
            hint={t({ id: 'admin.news.text.hint', message: 'Markdown: **bold**, [a link](https://…), - a list.' })}
            maxLength={20_000}
            {...form.getInputProps('markdown')}
          />
          <TextInput
            type="datetime-local"
            optional
            label={t({ id: 'admin.news.publishAt', message: 'Publish date' })}
            hint={t({ id: 'admin.news.publishAt.hint', message: 'Leave empty to publish now.' })}
            {...form.getInputProps('publishedAt')}
          />
          <Switch
            label={t({ id: 'admin.news.pin', message: 'Pin to top' })}
            {...form.getInputProps('pinned', { type: 'checkbox' })}
          />
          {add.isUnsent && <RetryNotice onAgain={add.sendAgain} />}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={isBusy} disabled={add.isUnsent}>
              {saveText(existing, isLater)}
            </Button>
            <Button onClick={onClose}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          </div>
        </form>
      </Card>
      <Preview title={form.values.title} markdown={form.values.markdown} />
    </div>
  )
}

const formLook = 'form [&_textarea]:max-h-none [&_textarea]:min-h-72 [&_textarea]:font-mono'

const saveText = (known: AdminNews | undefined, isLater: boolean): string => {
  if (known) return t({ id: 'admin.save', message: 'Save' })
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
