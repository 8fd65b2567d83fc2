import { t } from '@lingui/core/macro'
import type { OfferClick, ReportState } from '@runnel/contract/earn/offer'
import { offerwall as contract } from '@runnel/contract/earn/offerwall'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#api/cache.ts'
import { PagedTable } from '#base/PagedTable.tsx'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import type { Column } from '#ui/table/Table.tsx'
import type { Tone } from '#ui/tone.ts'
import { offerwall } from './offerwall.ts'

const clickLimit = 10
const evidenceMax = 2_000

/** The user's own clicks; a reward that did not come is reported from here. */
export const Clicks = () => {
  const [page, setPage] = useState(1)
  const [reported, setReported] = useState<OfferClick>()
  const query = { page: String(page), limit: String(clickLimit) }
  const answer = useQuery({
    ...offerwall.query('clicks', { query }, { live: true }),
    placeholderData: keepPreviousData,
  })
  if (answer.data?.totalItems === 0 && page === 1) return null
  return (
    <>
      <PagedTable
        title={t({ id: 'clicks.title', message: 'Your clicks' })}
        answer={answer}
        columns={columns(setReported)}
        rowKey={({ _id }) => _id}
        loadingRows={3}
        empty={<EmptyState title={t({ id: 'clicks.none', message: 'No clicks yet' })} />}
        page={page}
        limit={clickLimit}
        pagesLabel={t({ id: 'clicks.pages', message: 'Click pages' })}
        onPage={setPage}
      />
      <ReportDialog key={reported?._id} click={reported} onClose={() => setReported(undefined)} />
    </>
  )
}

const columns = (onReport: (click: OfferClick) => void): Column<OfferClick>[] => [
  {
    key: 'offer',
    header: t({ id: 'clicks.offer', message: 'Offer' }),
    role: 'head',
    cell: ({ offer, wall, at }) => (
      <span className="grid min-w-0">
        <span className="wrap-anywhere">{offer ?? wall}</span>
        <span className="flex flex-wrap gap-x-2 text-sm font-normal text-muted">
          <span>{wall}</span>
          <RelativeTime iso={at} />
        </span>
      </span>
    ),
  },
  {
    key: 'promised',
    header: t({ id: 'clicks.promised', message: 'Promised' }),
    align: 'end',
    cell: ({ promised }) => promised !== null && <Amount units={promised} />,
  },
  {
    key: 'credited',
    header: t({ id: 'clicks.credited', message: 'Credited' }),
    align: 'end',
    cell: ({ credited }) => <Amount units={credited} />,
  },
  {
    key: 'report',
    header: t({ id: 'clicks.report', message: 'Report' }),
    cell: (click) => <Report click={click} onReport={onReport} />,
  },
]

const Report = ({ click, onReport }: { click: OfferClick; onReport: (click: OfferClick) => void }) => {
  const { report } = click
  if (!report) {
    return (
      <Button size="small" onClick={() => onReport(click)}>
        {t({ id: 'clicks.missing', message: 'Reward missing' })}
      </Button>
    )
  }
  return (
    <span className="grid max-w-64 justify-items-start gap-1 max-md:justify-items-end">
      <Badge tone={reportTone[report.state]} dot>
        {reportName(report.state)}
      </Badge>
      {report.answer !== null && (
        <span className="text-sm text-muted wrap-anywhere" dir="auto">
          {report.answer}
        </span>
      )}
    </span>
  )
}

const reportTone: Record<ReportState, Tone> = {
  open: 'warn',
  passed: 'warn',
  credited: 'good',
  arrived: 'good',
  declined: 'bad',
}

const reportName = (state: ReportState): string => {
  switch (state) {
    case 'open':
      return t({ id: 'clicks.state.open', message: 'In review' })
    case 'passed':
      return t({ id: 'clicks.state.passed', message: 'Passed to the vendor' })
    case 'credited':
      return t({ id: 'clicks.state.credited', message: 'Credited by us' })
    case 'arrived':
      return t({ id: 'clicks.state.arrived', message: 'Reward arrived' })
    case 'declined':
      return t({ id: 'clicks.state.declined', message: 'Declined' })
  }
}

const ReportDialog = ({ click, onClose }: { click: OfferClick | undefined; onClose: () => void }) => {
  const [evidence, setEvidence] = useState('')
  const send = useMutation({
    mutationFn: (words: string) =>
      offerwall.calls.report({ params: { id: click?._id ?? '' }, body: { words, evidence } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['offerwall'] }),
  })
  return (
    <ReasonDialog
      open={click !== undefined}
      title={t({ id: 'clicks.dialog', message: 'Report a missing reward' })}
      submitLabel={t({ id: 'clicks.send', message: 'Send report' })}
      busy={send.isPending}
      rule={contract.report.body.shape.words}
      wrong={t({ id: 'clicks.words.wrong', message: 'Enter 10 to 1,000 characters.' })}
      label={t({ id: 'clicks.words', message: 'Description' })}
      hint={t({
        id: 'clicks.words.hint',
        message: 'Describe the completed steps and when you finished them. We and the vendor read it.',
      })}
      isLong
      maxLength={1_000}
      more={
        <TextArea
          optional
          label={t({ id: 'clicks.evidence', message: 'Evidence' })}
          hint={t({
            id: 'clicks.evidence.hint',
            message: 'Such as an order number, your name in the game, or a confirmation email’s text.',
          })}
          maxLength={evidenceMax}
          value={evidence}
          onValue={setEvidence}
        />
      }
      onSend={(words, outcome) => send.mutate(words, outcome)}
      onClose={onClose}
    >
      <p>
        {t({
          id: 'clicks.dialog.text',
          message: 'Some rewards take days. Check the requirements of the offer before you report it.',
        })}
      </p>
    </ReasonDialog>
  )
}
