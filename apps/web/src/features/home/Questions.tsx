import { plural, t } from '@lingui/core/macro'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Prose } from '#ui/Prose.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { findQuestions, questionGroups, type QuestionGroup } from './faq-parts.ts'

/** Groups of questions that open their answers, with a search over all words and the way to each group. */
export const Questions = ({ html }: { html: string }) => {
  const [wanted, setWanted] = useState('')
  const groups = useMemo(() => questionGroups(html), [html])
  const isSearching = wanted.trim() !== ''
  const found = findQuestions(groups, wanted)
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_13rem]">
      <div className="grid gap-6">
        <TextInput
          type="search"
          label={t({ id: 'faq.search', message: 'Search questions' })}
          lead={<IconSearch aria-hidden="true" />}
          value={wanted}
          maxLength={100}
          autoComplete="off"
          onValue={setWanted}
        />
        <p className="visually-hidden" role="status">
          {isSearching && countText(count)}
        </p>
        {found.map((group) => (
          <Group key={`${group.id} ${isSearching}`} group={group} isOpen={isSearching} />
        ))}
        {count === 0 && isSearching && (
          <EmptyState
            heading="h2"
            title={t({ id: 'faq.none', message: 'No matching questions' })}
            actions={<Button onClick={() => setWanted('')}>{t({ id: 'faq.all', message: 'Show all' })}</Button>}
          >
            {t({ id: 'faq.none.text', message: 'Try different keywords or contact us.' })}
          </EmptyState>
        )}
      </div>
      <Contents groups={found} />
    </div>
  )
}

const Group = ({ group: { id, title, questions }, isOpen }: { group: QuestionGroup; isOpen: boolean }) => (
  <section aria-labelledby={title ? id : undefined}>
    {title && (
      <h2 id={id} className="mb-2">
        {title}
      </h2>
    )}
    {questions.map((question) =>
      question.title === '' ? (
        <Prose key={question.id} html={question.html} />
      ) : (
        <Disclosure key={question.id} summary={question.title} open={isOpen}>
          <Prose html={question.html} />
        </Disclosure>
      ),
    )}
  </section>
)

/** Stands beside the questions where there is room, and above them on a phone. */
const Contents = ({ groups }: { groups: readonly QuestionGroup[] }) => {
  const titled = groups.filter(({ title }) => title !== '')
  if (titled.length < 2) return null
  return (
    <nav
      className="max-lg:order-first lg:sticky lg:top-20"
      aria-label={t({ id: 'faq.contents', message: 'On this page' })}
    >
      <p className="mb-2 text-sm font-semibold text-muted max-lg:hidden">
        {t({ id: 'faq.contents', message: 'On this page' })}
      </p>
      <ul className="flex flex-wrap gap-1 lg:grid">
        {titled.map(({ id, title, questions }) => (
          <li key={id}>
            <a href={`#${id}`} className={questionLook}>
              {title}
              <span className="figures ms-auto text-sm text-muted">{questions.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const countText = (count: number): string =>
  t({ id: 'faq.found', message: plural(count, { 0: 'No results', one: '# result', other: '# results' }) })

const questionLook =
  'flex min-h-11 items-center gap-2 rounded-m bg-sunken px-3 font-medium hover:bg-sunken lg:bg-transparent'
