import { t } from '@lingui/core/macro'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { admin } from '#features/admin/admin.ts'
import { challengeTitle, periodName } from '#features/challenge/challenge.ts'
import { Amount } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { formatNumber } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { ChallengeDialog } from './ChallengeDialog.tsx'
import { challengesChanged, useAdminChallenges, useChallengeRemoval, type AdminChallenge } from './challenges.ts'
import '#web/styles/admin.css'

interface ChallengeEditorState {
  open: boolean
  existing: AdminChallenge | undefined
  /** Each opening begins with a form of its own. */
  formKey: number
}

/** The challenges as the owner sets them up, in the order in which people see them. */
export const ChallengesPage = () => {
  const query = useAdminChallenges()
  const { data, error } = query
  const [dialog, setDialog] = useState<ChallengeEditorState>({ open: false, existing: undefined, formKey: 0 })
  const edit = (known?: AdminChallenge) =>
    setDialog(({ formKey }) => ({ open: true, existing: known, formKey: formKey + 1 }))
  const removal = useChallengeRemoval()
  const rows = data?.challenges ?? []
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.challenge', message: 'Challenges' })}
        lead={t({
          id: 'admin.challenge.lead',
          message: 'Rewards for reaching a number of claims, ads, offers and so on.',
        })}
        actions={
          <Button variant="primary" icon={<IconPlus aria-hidden="true" />} onClick={() => edit()}>
            {t({ id: 'admin.challenge.add', message: 'Add challenge' })}
          </Button>
        }
      />
      {!data && error ? (
        <QueryError query={query} />
      ) : (
        <Card flush>
          <Table
            caption={t({ id: 'page.admin.challenge', message: 'Challenges' })}
            columns={columns({ onEdit: edit, removal })}
            rows={rows}
            rowKey={({ _id }) => _id}
            loadingRows={data ? 0 : 5}
            empty={
              <EmptyState heading="h2" title={t({ id: 'admin.challenge.none', message: 'No challenges yet' })}>
                {t({
                  id: 'admin.challenge.noneText',
                  message: 'Add one, such as 10 faucet claims a day for 50 units.',
                })}
              </EmptyState>
            }
          />
        </Card>
      )}
      <ChallengeDialog
        key={dialog.formKey}
        open={dialog.open}
        existing={dialog.existing}
        position={rows.length}
        onClose={() => setDialog((shown) => ({ ...shown, open: false }))}
      />
    </>
  )
}

interface ChallengeColumnActions {
  onEdit: (challenge: AdminChallenge) => void
  removal: ReturnType<typeof useChallengeRemoval>
}

const columns = ({ onEdit, removal }: ChallengeColumnActions): Column<AdminChallenge>[] => [
  {
    key: 'what',
    header: t({ id: 'admin.challenge.what', message: 'Challenge' }),
    role: 'head',
    cell: (row) => (
      <span className="grid">
        <span className="font-semibold">{challengeTitle(row)}</span>
        <span className="text-sm font-normal text-muted">{periodName(row.period)}</span>
      </span>
    ),
  },
  {
    key: 'reward',
    header: t({ id: 'admin.coupon.rewardEach', message: 'Reward' }),
    cell: ({ tokenReward }) => <Amount units={tokenReward} />,
  },
  {
    key: 'claims',
    header: t({ id: 'admin.challenge.claims', message: 'Claims' }),
    cell: ({ claims, cost }) => (
      <span className="grid max-sm:justify-items-end">
        <span className="figures">{formatNumber(claims)}</span>
        {cost > 0 && <Amount units={cost} className="text-sm text-muted" />}
      </span>
    ),
  },
  {
    key: 'open',
    header: t({ id: 'admin.method.open', message: 'Enabled' }),
    cell: (row) => <OpenSwitch challenge={row} />,
  },
  {
    key: 'actions',
    header: t({ id: 'admin.coupon.actions', message: 'Actions' }),
    role: 'actions',
    cell: (row) => {
      const title = challengeTitle(row)
      return (
        <span className="flex items-center gap-1 sm:justify-end">
          <Button size="small" onClick={() => onEdit(row)}>
            {t({ id: 'admin.method.edit', message: 'Edit' })}
            <VisuallyHidden> {title}</VisuallyHidden>
          </Button>
          <IconButton
            label={t({ id: 'admin.challenge.removeNamed', message: `Delete ${title}` })}
            icon={<IconTrash aria-hidden="true" />}
            disabled={removal.busyId === row._id}
            onClick={() => void removal.ask(row)}
          />
        </span>
      )
    },
  },
]

/** Opens and closes a challenge at once. */
const OpenSwitch = ({ challenge }: { challenge: AdminChallenge }) => {
  const { _id, enabled } = challenge
  const name = challengeTitle(challenge)
  const set = useMutation({
    mutationFn: (wanted: boolean) => admin.calls.editChallenge({ params: { id: _id }, body: { enabled: wanted } }),
    onSettled: challengesChanged,
  })
  return (
    <Switch
      label={<VisuallyHidden>{t({ id: 'admin.method.openNamed', message: `${name} enabled` })}</VisuallyHidden>}
      checked={set.isPending ? set.variables : enabled}
      disabled={set.isPending}
      onChecked={(wanted) => set.mutate(wanted)}
    />
  )
}
