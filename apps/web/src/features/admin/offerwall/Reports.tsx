import { t } from '@lingui/core/macro'
import { ReportState } from '@runnel/contract/earn/offer'
import { useState } from 'react'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import type { Tone } from '#ui/tone.ts'
import { ReportAnswer, type Answering } from './ReportAnswer.tsx'
import { reportList, useCreditReport, useReports, useWallOptions, type RewardReport } from './reports.ts'

/** Members who miss a reward: credited by hand, passed to the vendor, or declined. */
export const Reports = () => {
  const view = reportList.useView()
  const [answering, setAnswering] = useState<Answering>()
  const credit = useCreditReport()
  return (
    <>
      <AdminList
        caption={t({ id: 'admin.report.title', message: 'Missing rewards' })}
        list={reportList}
        view={view}
        fields={{
          wallId: {
            kind: 'choice',
            label: t({ id: 'admin.wall.wall', message: 'Offerwall' }),
            options: useWallOptions(),
          },
          state: {
            kind: 'choice',
            label: t({ id: 'admin.report.state', message: 'Status' }),
            options: ReportState.options.map((value) => ({ value, label: reportStateName(value) })),
          },
        }}
        answer={useReports(view)}
        columns={columns({
          busy: credit.isPending,
          onCredit: (row) => void confirmCredit(row, () => credit.mutate(row)),
          onAnswer: setAnswering,
        })}
        rowKey={({ _id }) => _id}
        nothing={{
          title: t({ id: 'admin.report.none', message: 'No missing rewards reported' }),
          text: t({ id: 'admin.report.noneText', message: 'Reports from users about their clicks appear here.' }),
        }}
        noMatch={t({ id: 'admin.report.noneSuch', message: 'No matching reports' })}
      />
      <ReportAnswer answering={answering} onClose={() => setAnswering(undefined)} />
    </>
  )
}

const confirmCredit = async ({ creditable, user }: RewardReport, credit: () => void): Promise<void> => {
  const [sum, name] = [unitsText(creditable), user.username]
  const agreed = await confirm({
    title: t({ id: 'admin.report.credit.title', message: `Credit ${sum} to ${name}?` }),
    text: t({
      id: 'admin.report.credit.text',
      message: 'If the postback arrives later, only what it pays above this amount is credited.',
    }),
    confirmLabel: t({ id: 'admin.report.credit', message: 'Credit' }),
  })
  if (agreed) credit()
}

const stateTone: Record<ReportState, Tone> = {
  open: 'warn',
  passed: 'warn',
  credited: 'good',
  arrived: 'good',
  declined: 'plain',
}

interface ReportActions {
  busy: boolean
  onCredit: (row: RewardReport) => void
  onAnswer: (answering: Answering) => void
}

const columns = (actions: ReportActions): Column<RewardReport>[] => [
  {
    key: 'user',
    header: t({ id: 'admin.wall.username', message: 'Username' }),
    role: 'head',
    cell: ({ user, createdAt }) => (
      <span className="grid min-w-0 justify-items-start">
        <UserLink user={user} />
        <RelativeTime iso={createdAt} className="text-sm font-normal text-muted" />
      </span>
    ),
  },
  {
    key: 'offer',
    header: t({ id: 'admin.wall.column.offer', message: 'Offer' }),
    cell: ({ offer, wall, clickId, promised, since }) => {
      const { count } = since
      return (
        <span className="grid max-w-64 max-md:justify-items-end">
          <span className="wrap-anywhere">{offer ?? wall}</span>
          <span className="text-sm text-muted wrap-anywhere">{`${wall} · ${clickId}`}</span>
          {promised !== null && <Amount units={promised} className="text-sm" />}
          <span className="text-sm text-muted">
            {t({ id: 'admin.report.since', message: `Credits here since the click: ${count}` })}
          </span>
        </span>
      )
    },
  },
  {
    key: 'words',
    header: t({ id: 'admin.report.words', message: 'Description' }),
    cell: ({ words, evidence }) => (
      <span className="grid max-w-80 gap-1 whitespace-pre-line wrap-anywhere">
        <span>{words}</span>
        {evidence !== '' && <span className="text-sm text-muted">{evidence}</span>}
      </span>
    ),
  },
  {
    key: 'state',
    header: t({ id: 'admin.report.state', message: 'Status' }),
    cell: (row) => <State row={row} actions={actions} />,
  },
]

const State = ({ row, actions: { busy, onCredit, onAnswer } }: { row: RewardReport; actions: ReportActions }) => {
  const { state, answer, creditable, whyNot } = row
  const isOpen = state === 'open' || state === 'passed'
  return (
    <span className="grid justify-items-start gap-2 max-md:justify-items-end">
      <Badge tone={stateTone[state]} dot>
        {reportStateName(state)}
      </Badge>
      {answer !== null && <span className="text-sm text-muted wrap-anywhere">{answer}</span>}
      {isOpen && whyNot !== null && <span className="max-w-64 text-sm text-muted">{whyNot}</span>}
      {isOpen && (
        <span className="flex flex-wrap gap-2">
          {creditable > 0 && (
            <Button size="small" variant="primary" disabled={busy} onClick={() => onCredit(row)}>
              {t({ id: 'admin.report.credit', message: 'Credit' })}
            </Button>
          )}
          <Button size="small" onClick={() => onAnswer({ row, state: 'passed' })}>
            {t({ id: 'admin.report.pass', message: 'Pass to vendor' })}
          </Button>
          <Button size="small" variant="danger-soft" onClick={() => onAnswer({ row, state: 'declined' })}>
            {t({ id: 'admin.report.decline', message: 'Decline' })}
          </Button>
        </span>
      )}
    </span>
  )
}

const reportStateName = (state: ReportState): string => {
  switch (state) {
    case 'open':
      return t({ id: 'admin.report.open', message: 'Open' })
    case 'passed':
      return t({ id: 'admin.report.passed', message: 'Passed to vendor' })
    case 'credited':
      return t({ id: 'admin.report.credited', message: 'Credited by hand' })
    case 'arrived':
      return t({ id: 'admin.report.arrived', message: 'Postback arrived' })
    case 'declined':
      return t({ id: 'admin.report.declined', message: 'Declined' })
  }
}
