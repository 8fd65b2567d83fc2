import { t } from '@lingui/core/macro'
import { IconPlus } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { admin } from '#features/admin/admin.ts'
import { actionsHead, DeleteButton, EditButton, enabledColumn, Title } from '#features/admin/kit/columns.tsx'
import { MoveButtons } from '#features/admin/kit/MoveButtons.tsx'
import { ResourceTable } from '#features/admin/kit/ResourceTable.tsx'
import { useEditor } from '#features/admin/kit/use-editor.ts'
import { useRemoval } from '#features/admin/kit/use-removal.ts'
import { countryText } from '#features/advertise/advertise.ts'
import { holdText } from '#features/offerwall/offerwall.ts'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { restoreOrder, useWallOrder, useWalls, wallsChanged, type AdminWall } from './offerwalls.ts'
import { WallDialog } from './WallDialog.tsx'

/** The walls in the owner's order. */
export const OfferwallList = () => {
  const answer = useWalls()
  const editor = useEditor<AdminWall>()
  const order = useWallOrder()
  const removal = useRemoval({ remove: admin.calls.removeWall, question, onSettled: wallsChanged })
  const walls = answer.data?.walls ?? []
  const [first, ...others] = answer.data?.presets ?? []
  return (
    <>
      <ResourceTable
        title={t({ id: 'admin.wall.walls', message: 'Offerwalls' })}
        note={t({ id: 'admin.wall.note', message: 'Users see them in this order.' })}
        answer={answer}
        rows={walls}
        columns={columns({ walls, order, onEdit: editor.edit, onRemove: (wall) => void removal.ask(wall) })}
        loadingRows={3}
        add={
          <Button variant="soft" icon={<IconPlus aria-hidden="true" />} disabled={!answer.data} onClick={editor.add}>
            {t({ id: 'admin.wall.add', message: 'Add offerwall' })}
          </Button>
        }
        empty={{
          title: t({ id: 'admin.wall.none', message: 'No offerwalls yet' }),
          text: t({
            id: 'admin.wall.noneText',
            message: 'Choose a preset, enter your keys, and paste the postback URL into the offerwall’s dashboard.',
          }),
        }}
      />
      {first && (
        <WallDialog key={editor.formKey} editor={editor} presets={[first, ...others]} position={walls.length} />
      )}
    </>
  )
}

const question = ({ name }: AdminWall) => ({
  title: t({ id: 'admin.wall.remove.title', message: `Delete ${name}?` }),
  text: t({
    id: 'admin.wall.remove.text',
    message:
      'Only an offerwall that never credited a reward can be deleted, with its postbacks. Otherwise, disable it.',
  }),
  confirmLabel: t({ id: 'admin.wall.remove.yes', message: 'Delete offerwall' }),
})

interface OfferwallColumnActions {
  walls: readonly AdminWall[]
  order: ReturnType<typeof useWallOrder>
  onEdit: (wall: AdminWall) => void
  onRemove: (wall: AdminWall) => void
}

const columns = (around: OfferwallColumnActions): Column<AdminWall>[] => [
  {
    key: 'name',
    header: t({ id: 'admin.wall.name', message: 'Name' }),
    role: 'head',
    cell: (wall) => <Name wall={wall} around={around} />,
  },
  {
    key: 'hold',
    header: t({ id: 'admin.wall.hold', message: 'Hold' }),
    cell: (wall) => (
      <span className="grid max-w-64 text-sm">
        <span>{holdText(wall)}</span>
        <span className="text-muted">{countryText(wall.countries)}</span>
      </span>
    ),
  },
  {
    key: 'postback',
    header: t({ id: 'admin.wall.postback', message: 'Postback URL' }),
    cell: ({ postbackUrl, secretSet }) => (
      <span className="grid max-w-80 justify-items-start gap-1 max-md:justify-items-end">
        <code className="text-xs break-all">{postbackUrl}</code>
        <CopyButton text={postbackUrl} label={t({ id: 'admin.wall.copy', message: 'Copy URL' })} />
        {!secretSet && (
          <span className="text-sm text-muted">{t({ id: 'admin.wall.noSecret', message: 'Secret missing.' })}</span>
        )}
      </span>
    ),
  },
  enabledColumn<AdminWall>({ name: ({ name }) => name, edit: admin.calls.editWall, onSettled: wallsChanged }),
  {
    ...actionsHead(),
    cell: (wall) => (
      <span className="flex flex-wrap gap-2 sm:justify-end">
        <EditButton name={wall.name} onClick={() => around.onEdit(wall)} />
        <DeleteButton name={wall.name} onClick={() => around.onRemove(wall)} />
      </span>
    ),
  },
]

const Name = ({ wall, around: { walls, order } }: { wall: AdminWall; around: OfferwallColumnActions }) => (
  <span className="flex min-w-0 items-center gap-2">
    <MoveButtons rows={walls} row={wall} busy={order.isPending} onOrder={order.mutateAsync} onUndo={restoreOrder} />
    <Title
      title={wall.name}
      notes={[
        wall.slug,
        <PageLink
          key="postbacks"
          to="/app/admin/offerwalls"
          query={{ tab: 'postbacks', wallId: wall._id }}
          className="link"
        >
          {t({ id: 'admin.wall.itsPostbacks', message: 'View postbacks' })}
        </PageLink>,
      ]}
    />
  </span>
)
