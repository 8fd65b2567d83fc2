import { t } from '@lingui/core/macro'
import type { AdminChallenge } from '@runnel/contract/earn/challenge'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { admin } from '#features/admin/admin.ts'
import { actionsColumn, enabledColumn, Title } from '#features/admin/kit/columns.tsx'
import { ResourceTable } from '#features/admin/kit/ResourceTable.tsx'
import { useEditor, type Editor } from '#features/admin/kit/use-editor.ts'
import { useRemoval, type Removal } from '#features/admin/kit/use-removal.ts'
import { challengeTitle, periodName } from '#features/challenge/challenge.ts'
import { Amount } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { formatNumber } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { ChallengeDialog, challengesChanged } from './ChallengeDialog.tsx'
import '#web/styles/admin.css'

/** The challenges as the owner sets them up, in the order in which people see them. */
export const ChallengesPage = () => {
  const answer = useQuery({ ...admin.query('challenges'), refetchOnWindowFocus: true })
  const editor = useEditor<AdminChallenge>()
  const removal = useRemoval({ remove: admin.calls.removeChallenge, question, onSettled: challengesChanged })
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.challenge', message: 'Challenges' })}
        lead={t({
          id: 'admin.challenge.lead',
          message: 'Rewards for reaching a number of claims, ads, offers and so on.',
        })}
        actions={
          <Button variant="primary" icon={<IconPlus aria-hidden="true" />} onClick={editor.add}>
            {t({ id: 'admin.challenge.add', message: 'Add challenge' })}
          </Button>
        }
      />
      <ResourceTable
        title={t({ id: 'page.admin.challenge', message: 'Challenges' })}
        hideTitle
        answer={answer}
        rows={answer.data?.challenges}
        columns={columns({ editor, removal })}
        loadingRows={5}
        empty={{
          title: t({ id: 'admin.challenge.none', message: 'No challenges yet' }),
          text: t({ id: 'admin.challenge.noneText', message: 'Add one, such as 10 faucet claims a day for 50 units.' }),
        }}
      />
      <ChallengeDialog key={editor.formKey} editor={editor} position={answer.data?.challenges.length ?? 0} />
    </>
  )
}

const question = (challenge: AdminChallenge) => {
  const title = challengeTitle(challenge)
  return {
    title: t({ id: 'admin.challenge.remove.ask', message: `Delete “${title}”?` }),
    text: t({
      id: 'admin.challenge.remove.text',
      message: 'A challenge that users have already claimed is disabled instead and stays in the list.',
    }),
  }
}

interface ChallengeColumnActions {
  editor: Editor<AdminChallenge>
  removal: Removal<AdminChallenge>
}

const columns = ({ editor, removal }: ChallengeColumnActions): Column<AdminChallenge>[] => [
  {
    key: 'what',
    header: t({ id: 'admin.challenge.what', message: 'Challenge' }),
    role: 'head',
    cell: (row) => <Title title={challengeTitle(row)} notes={[periodName(row.period)]} />,
  },
  {
    key: 'reward',
    header: t({ id: 'admin.challenge.rewardEach', message: 'Reward' }),
    cell: ({ tokenReward }) => <Amount units={tokenReward} />,
  },
  {
    key: 'claims',
    header: t({ id: 'admin.challenge.claims', message: 'Claims' }),
    cell: ({ claims, cost }) => (
      <span className="grid max-md:justify-items-end">
        <span className="figures">{formatNumber(claims)}</span>
        {cost > 0 && <Amount units={cost} className="text-sm text-muted" />}
      </span>
    ),
  },
  enabledColumn<AdminChallenge>({
    name: challengeTitle,
    edit: admin.calls.editChallenge,
    onSettled: challengesChanged,
  }),
  actionsColumn({ name: challengeTitle, onEdit: editor.edit, removal }),
]
