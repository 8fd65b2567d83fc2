import { t } from '@lingui/core/macro'
import type { ContentName } from '@runnel/contract/home'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { queryClient } from '#api/cache.ts'
import { silence } from '#api/silent.ts'
import { QueryError } from '#base/Loaded.tsx'
import { admin } from '#features/admin/admin.ts'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { settingName } from '#features/admin/settings/table/table.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { useSettled } from '#ui/form/use-settled.ts'
import { Prose } from '#ui/Prose.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'

const Translations = lazy(() =>
  import('#features/admin/shared/Translations.tsx').then((module) => ({ default: module.Translations })),
)

const texts = {
  'privacy-policy': 'content_privacy_policy',
  'terms-of-service': 'content_terms_of_service',
  faq: 'content_faq',
} as const satisfies Record<ContentName, string>

// The keys of the table above are its names.
const names = Object.keys(texts) as ContentName[]

/** The owner's own words as Markdown, beside what visitors will see. */
export const TextSettings = ({ settings }: { settings: SettingsForm }) => {
  const [chosen, setChosen] = useState<ContentName>('privacy-policy')
  const name = wrongOne(settings) ?? chosen
  return (
    <div className="grid gap-4">
      <Segmented
        label={t({ id: 'admin.texts.which', message: 'Page' })}
        hideLabel
        options={names.map((value) => ({ value, label: settingName(texts[value]) }))}
        value={name}
        onValue={(value) => setChosen(names.find((known) => known === value) ?? 'faq')}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Editor key={name} settings={settings} name={name} />
        <Shown name={name} markdown={settings.form.values[texts[name]]} />
      </div>
    </div>
  )
}

/** A text that was refused is brought into view. */
const wrongOne = ({ form }: SettingsForm): ContentName | undefined =>
  names.find((name) => form.errors[texts[name]] !== undefined)

const Editor = ({ settings: { form }, name }: { settings: SettingsForm; name: ContentName }) => {
  const setting = texts[name]
  const isOwn = form.values[setting] !== ''
  const fill = useMutation({
    mutationFn: () => queryClient.fetchQuery(previewOf({ name, markdown: '' })),
    onSuccess: ({ markdown }) => form.setFieldValue(setting, markdown),
  })
  return (
    <Card className="lg:sticky lg:top-20">
      <div className={tallText}>
        <TextArea
          id={fieldId(setting)}
          label={settingName(setting)}
          hint={t({
            id: 'admin.texts.hint',
            message: 'Markdown. The first heading is the page title. Leave empty to use the default text.',
          })}
          optional
          maxLength={60_000}
          {...form.getInputProps(setting)}
        />
        <div className="flex flex-wrap gap-2">
          {!isOwn && (
            <Button size="small" busy={fill.isPending} onClick={() => fill.mutate()}>
              {t({ id: 'admin.texts.fill', message: 'Start from the default text' })}
            </Button>
          )}
          {isOwn && (
            <Button size="small" variant="quiet" onClick={() => form.setFieldValue(setting, '')}>
              {t({ id: 'admin.texts.default', message: 'Reset to the default text' })}
            </Button>
          )}
        </div>
        <Suspense>
          <Translations kind="page" subject={name} />
        </Suspense>
      </div>
    </Card>
  )
}

const settleMs = 600

/** As its page will show it, rendered and cleaned by the server. */
const Shown = ({ name, markdown }: { name: ContentName; markdown: string }) => {
  const settled = useSettled(markdown, settleMs)
  const query = useQuery({
    ...previewOf({ name, markdown: settled }),
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching } = query
  return (
    <Card
      sunken
      title={t({ id: 'admin.texts.preview', message: 'Preview' })}
      aria-busy={isFetching || settled !== markdown}
    >
      <QueryError query={query} />
      {!data && !error && <SkeletonText lines={8} />}
      {data && !error && (
        <div className="rounded-m bg-surface p-5">
          <p className="mb-3 font-display text-2xl font-bold">{data.title}</p>
          <Prose html={data.html} />
        </div>
      )}
    </Card>
  )
}

const previewOf = ({ name, markdown }: { name: ContentName; markdown: string }) =>
  queryOptions({
    queryKey: admin.keyOf('previewContent', { body: { name, markdown } }),
    queryFn: ({ signal }) => admin.calls.previewContent({ body: { name, markdown }, signal: silence(signal) }),
    staleTime: 60_000,
    gcTime: 60_000,
  })

const tallText = 'grid gap-3 [&_textarea]:max-h-none [&_textarea]:min-h-96 [&_textarea]:font-mono'
