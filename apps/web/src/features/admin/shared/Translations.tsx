import { t } from '@lingui/core/macro'
import { type OwnerText, TEXT_LIMITS, type TextKind } from '@runnel/contract/admin/text'
import { LOCALES } from '@runnel/contract/locale'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#api/cache.ts'
import { fieldErrors } from '#api/failure.ts'
import { QueryError } from '#base/Loaded.tsx'
import { admin } from '#features/admin/admin.ts'
import { Button } from '#ui/Button.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { translatedNames } from './translated-names.ts'

interface TranslationsProps {
  kind: TextKind
  /** The name of a page, or the id of a post or a category. */
  subject: string
}

type Locale = OwnerText['locale']

/** A text of the owner in other languages: each is chosen, written and saved by itself. */
export const Translations = (props: TranslationsProps) => {
  const [locale, setLocale] = useState<Locale>()
  const query = useQuery(admin.query('texts', { params: props }))
  const settings = useQuery(admin.query('settings'))
  const texts = query.data?.texts ?? []
  const others = LOCALES.filter(({ tag }) => tag !== settings.data?.settings.site_locale)
  const known = texts.find((text) => text.locale === locale)
  return (
    <Disclosure summary={t({ id: 'admin.translations', message: 'Other languages' })}>
      <QueryError query={query} />
      {query.data && (
        <div className="form">
          <Select
            label={t({ id: 'app.language', message: 'Language' })}
            hint={translatedNames(texts)}
            options={others.map(({ tag, name }) => ({ value: tag, label: name }))}
            placeholder={t({ id: 'admin.translations.choose', message: 'Select a language' })}
            value={locale ?? ''}
            onChange={(tag) => setLocale(others.find((other) => other.tag === tag)?.tag)}
          />
          {locale && <OneLanguage key={locale} {...props} locale={locale} known={known} />}
        </div>
      )}
    </Disclosure>
  )
}

interface OneLanguageProps extends TranslationsProps {
  locale: Locale
  known: OwnerText | undefined
}

/** Its form may stand within another one, so it is none itself. */
const OneLanguage = ({ kind, subject, locale, known }: OneLanguageProps) => {
  const [words, setWords] = useState({ title: known?.title ?? '', text: known?.text ?? '' })
  const subjectParams = { kind, subject }
  const save = useMutation({
    mutationFn: () => admin.calls.saveText({ params: { ...subjectParams, locale }, body: words }),
    onSuccess: ({ texts }) => {
      queryClient.setQueryData(admin.keyOf('texts', { params: subjectParams }), { texts })
      for (const area of ['home', 'news', 'task']) void queryClient.invalidateQueries({ queryKey: [area] })
    },
  })
  const errors = fieldErrors(save.error)
  const { title, text } = TEXT_LIMITS[kind]
  const change = (part: Partial<typeof words>) => setWords({ ...words, ...part })
  const hint = t({ id: 'admin.translations.hint', message: 'Leave empty to show the main text.' })
  return (
    <div className="grid gap-3" lang={locale} dir="auto">
      {title > 0 && (
        <TextInput
          label={
            kind === 'category'
              ? t({ id: 'admin.category.name', message: 'Name' })
              : t({ id: 'admin.news.title', message: 'Title' })
          }
          hint={hint}
          error={errors['title']}
          maxLength={title}
          value={words.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
      )}
      {text > 0 && (
        <TextArea
          label={t({ id: 'admin.news.text', message: 'Text' })}
          hint={hint}
          error={errors['text']}
          maxLength={text}
          value={words.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      <div>
        <Button size="small" busy={save.isPending} onClick={() => save.mutate()}>
          {t({ id: 'admin.translations.save', message: 'Save translation' })}
        </Button>
      </div>
    </div>
  )
}
