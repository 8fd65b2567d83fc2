import { t } from '@lingui/core/macro'
import type { AppealVerdict } from '@runnel/contract/suspect-schemas'
import { lazy, Suspense } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Disclosure } from '#ui/Disclosure.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import type { Case } from './account-case.ts'

// The rules of forms are heavier than all that is read here.
const AppealForm = lazy(() =>
  loadChunk(() => import('./AppealForm.tsx').then((file) => ({ default: file.AppealForm }))),
)

type Appeal = Case['appeals'][number]

/** The way to object, and what became of it: sent, answered, or earlier ones. */
export const Appeals = ({ appeals, canAppeal }: Pick<Case, 'appeals' | 'canAppeal'>) => {
  const [latest, ...earlier] = appeals
  return (
    <div className="grid gap-4">
      {latest && <Latest appeal={latest} />}
      {canAppeal && (
        <Suspense fallback={<Skeleton height={44} className="rounded-m" />}>
          <AppealForm again={latest !== undefined} />
        </Suspense>
      )}
      {earlier.length > 0 && (
        <Disclosure summary={t({ id: 'appeal.earlier', message: 'Earlier appeals' })}>
          <ul className="grid gap-4">
            {earlier.map((appeal) => (
              <li key={appeal._id} className="grid gap-2">
                <Latest appeal={appeal} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

const Latest = ({ appeal }: { appeal: Appeal }) => {
  const sent = formatDateTime(appeal.createdAt)
  return (
    <div className="grid gap-3">
      {appeal.answeredAt === null ? <Waiting sent={sent} /> : <Answer appeal={appeal} />}
      <Disclosure summary={t({ id: 'appeal.own', message: 'Your message' })}>
        <p className="text-sm text-muted">{sent}</p>
        <p className="whitespace-pre-wrap break-words" dir="auto">
          {appeal.message}
        </p>
      </Disclosure>
    </div>
  )
}

const Waiting = ({ sent }: { sent: string }) => (
  <Alert tone="brand" title={t({ id: 'appeal.waiting', message: 'Your appeal is in review' })}>
    {t({ id: 'appeal.waiting.text', message: `Sent on ${sent}. We’ll email you the decision and show it here.` })}
  </Alert>
)

const Answer = ({ appeal: { verdict, answer, answeredAt, until } }: { appeal: Appeal }) => {
  const day = answeredAt ? formatDateTime(answeredAt) : ''
  return (
    <Alert tone={verdict === 'keep' ? 'warn' : 'good'} title={verdictName({ verdict, until })}>
      <p className="whitespace-pre-wrap break-words">{answer}</p>
      <p className="text-sm text-muted">{t({ id: 'appeal.answered', message: `Answered on ${day}` })}</p>
    </Alert>
  )
}

const verdictName = ({ verdict, until }: { verdict: AppealVerdict | null; until: string | null }): string => {
  if (verdict === 'release') return t({ id: 'appeal.release', message: 'Approved: the restriction is lifted' })
  if (verdict === 'shorten') {
    const end = until ? formatDateTime(until) : ''
    return t({ id: 'appeal.shorten', message: `Shortened: the restriction ends on ${end}` })
  }
  return t({ id: 'appeal.keep', message: 'Denied: the restriction stays' })
}
