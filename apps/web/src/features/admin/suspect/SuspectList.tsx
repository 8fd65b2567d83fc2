import { t } from '@lingui/core/macro'
import { adminSuspect as contract, type Suspect } from '@runnel/contract/admin/suspect'
import { MarkFamily, MeasureKind } from '@runnel/contract/suspect-schemas'
import { useQuery } from '@tanstack/react-query'
import { history } from '#base/history.ts'
import { to } from '#base/paths.ts'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { useSelection } from '#features/admin/list/selection.ts'
import { listAt, listQuery, onPage, oneOf, oneOfOr, words, type ListState } from '#features/admin/list/url-state.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { suspectColumns } from './suspect-columns.tsx'
import { knownFamily, restrictionLabel } from './suspect-labels.ts'
import { SuspectDialogs } from './SuspectDialogs.tsx'
import { suspects } from './suspects.ts'
import { useSuspectDialogs, type SuspectActions } from './use-suspect-dialogs.ts'

const scoreChoices = ['1', '20', '40', '60', '80'] as const

const readers = {
  search: words(40),
  minScore: oneOfOr(scoreChoices, '20'),
  family: oneOf(MarkFamily.options),
  measure: oneOf(MeasureKind.options),
  sort: oneOfOr(['score', 'changed'] as const, 'score'),
}

const suspectList = listAt((query) => to('/app/admin/suspects', { query }), readers, 'suspects')
type SuspectReaders = typeof readers

const useSuspectList = ({ filter, page }: ListState<SuspectReaders>) =>
  useQuery({ ...suspects.query('suspects', { query: { ...filter, ...onPage(page) } }), ...listQuery })

/** Accounts by score, and what can be done about many of them at once. */
export const SuspectList = () => {
  const view = suspectList.useView()
  const answer = useSuspectList(view)
  const selection = useSelection()
  const acting = useSuspectDialogs({ onDone: selection.clear })
  return (
    <>
      <AdminList
        caption={t({ id: 'page.admin.suspects', message: 'Suspects' })}
        list={suspectList}
        view={view}
        fields={fields()}
        answer={answer}
        columns={suspectColumns()}
        rowKey={({ _id }) => _id}
        csv={contract.suspectsCsv}
        nothing={{
          title: t({ id: 'admin.suspects.none', message: 'No suspects' }),
          text: t({
            id: 'admin.suspects.noneText',
            message: 'Accounts with a risk score of 20 or more appear here with their signals.',
          }),
        }}
        onOpen={({ _id }) => history.push(to('/app/admin/suspects/{id}', { params: { id: _id } }))}
        bulk={{
          selection,
          label: t({ id: 'admin.suspects.chosen', message: 'Selected accounts' }),
          pick: ({ username }) => t({ id: 'admin.pick.account', message: `Select ${username}` }),
          pickAll: t({ id: 'admin.measure.chooseAll', message: 'Select all on this page' }),
          actions: (chosen) => <BulkActions chosen={chosen} acting={acting} />,
        }}
      />
      <SuspectDialogs acting={acting} />
    </>
  )
}

const BulkActions = ({ chosen, acting }: { chosen: Suspect[]; acting: SuspectActions }) => {
  const { acts, begin, done } = acting
  const deleteAll = async () => {
    const agreed = await confirm({
      title: t({ id: 'admin.suspects.delete.title', message: 'Delete all risk signals of the selected accounts?' }),
      text: t({
        id: 'admin.mark.delete.text',
        message:
          'The score drops immediately. The same signal can come again; to dismiss it for good, release the account.',
      }),
      confirmLabel: t({ id: 'admin.mark.delete.yes', message: 'Delete' }),
      danger: true,
    })
    if (agreed) acts.deleteMarks.mutate(idsOf(chosen), { onSuccess: done })
  }
  return (
    <>
      <Button variant="quiet" className="max-sm:grow" onClick={() => void deleteAll()}>
        {t({ id: 'admin.suspects.delete', message: 'Delete signals' })}
      </Button>
      <Button className="max-sm:grow" onClick={() => begin('measure', chosen)}>
        {t({ id: 'admin.suspect.measure', message: 'Restrict' })}
      </Button>
      <Button variant="danger-soft" className="max-sm:grow" onClick={() => begin('ban', chosen)}>
        {t({ id: 'admin.measure.ban.yes', message: 'Lock' })}
      </Button>
      <Button variant="primary" className="max-sm:grow" onClick={() => begin('release', chosen)}>
        {t({ id: 'admin.measure.release.yes', message: 'Release' })}
      </Button>
    </>
  )
}

const idsOf = (rows: readonly Suspect[]): string[] => rows.map(({ _id }) => _id)

const fields = (): Fields<SuspectReaders> => ({
  search: { kind: 'words', label: t({ id: 'admin.measure.nameBegins', message: 'Username starts with' }) },
  minScore: {
    kind: 'choice',
    label: t({ id: 'admin.suspects.minScore', message: 'Min. score' }),
    options: scoreChoices.map((value) => ({ value, label: value })),
  },
  family: {
    kind: 'choice',
    label: t({ id: 'admin.suspects.family', message: 'Signal type' }),
    options: MarkFamily.options.map((value) => ({ value, label: knownFamily(value) })),
  },
  measure: {
    kind: 'choice',
    label: t({ id: 'admin.suspects.measure', message: 'Active restriction' }),
    options: MeasureKind.options.map((value) => ({ value, label: restrictionLabel(value) })),
  },
  sort: {
    kind: 'choice',
    label: t({ id: 'ui.table.order', message: 'Sort by' }),
    options: [
      { value: 'score', label: t({ id: 'admin.suspects.byScore', message: 'Highest score' }) },
      { value: 'changed', label: t({ id: 'admin.suspects.byChange', message: 'Last change' }) },
    ],
  },
})
