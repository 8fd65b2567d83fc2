import { t } from '@lingui/core/macro'
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { admin } from '#features/admin/admin.ts'
import { countryText } from '#features/advertise/advertise.ts'
import { holdText } from '#features/offerwall/offerwall.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { useWallCalls, useWalls, wallsChanged, type AdminWall } from './offerwalls.ts'
import { WallDialog } from './WallDialog.tsx'

interface OfferwallEditorState {
  open: boolean
  existing: AdminWall | undefined
  /** Each opening begins with a form of its own. */
  formKey: number
}

/** The walls in the owner's order. */
export const OfferwallList = () => {
  const query = useWalls()
  const { data, error } = query
  const [dialog, setDialog] = useState<OfferwallEditorState>({ open: false, existing: undefined, formKey: 0 })
  const { order, remove } = useWallCalls()
  const walls = data?.walls ?? []
  const edit = (known?: AdminWall) =>
    setDialog(({ formKey }) => ({ open: true, existing: known, formKey: formKey + 1 }))
  const move = (from: number, to: number) => {
    const wall = walls[from]
    if (wall) order.mutate(walls.toSpliced(from, 1).toSpliced(to, 0, wall))
  }
  if (!data && error) return <QueryError query={query} />
  const add = (
    <Button variant="soft" icon={<IconPlus aria-hidden="true" />} disabled={!data} onClick={() => edit()}>
      {t({ id: 'admin.wall.add', message: 'Add offerwall' })}
    </Button>
  )
  return (
    <Card
      flush
      title={t({ id: 'admin.wall.walls', message: 'Offerwalls' })}
      note={t({ id: 'admin.methods.note', message: 'Users see them in this order.' })}
      action={walls.length > 0 && add}
    >
      <Table
        caption={t({ id: 'admin.wall.walls', message: 'Offerwalls' })}
        columns={columns({
          walls,
          isMoving: order.isPending,
          onMove: move,
          onEdit: edit,
          onRemove: (wall) => void confirmDelete(wall, () => remove.mutate(wall._id)),
        })}
        rows={walls}
        rowKey={({ _id }) => _id}
        loadingRows={data ? 0 : 3}
        empty={
          <EmptyState title={t({ id: 'admin.wall.none', message: 'No offerwalls yet' })} actions={add}>
            {t({
              id: 'admin.wall.noneText',
              message: 'Choose a preset, enter your keys, and paste the postback URL into the offerwall’s dashboard.',
            })}
          </EmptyState>
        }
      />
      {data && (
        <WallDialog
          key={dialog.formKey}
          open={dialog.open}
          existing={dialog.existing}
          presets={data.presets}
          position={walls.length}
          onClose={() => setDialog((shown) => ({ ...shown, open: false }))}
        />
      )}
    </Card>
  )
}

const confirmDelete = async ({ name }: AdminWall, remove: () => void): Promise<void> => {
  const agreed = await confirm({
    title: t({ id: 'admin.link.remove.title', message: `Delete ${name}?` }),
    text: t({
      id: 'admin.wall.remove.text',
      message:
        'Only an offerwall that never credited a reward can be deleted, with its postbacks. Otherwise, disable it.',
    }),
    confirmLabel: t({ id: 'admin.wall.remove.yes', message: 'Delete offerwall' }),
    danger: true,
  })
  if (agreed) remove()
}

interface OfferwallColumnActions {
  walls: readonly AdminWall[]
  isMoving: boolean
  onMove: (from: number, to: number) => void
  onEdit: (wall: AdminWall) => void
  onRemove: (wall: AdminWall) => void
}

const columns = (around: OfferwallColumnActions): Column<AdminWall>[] => [
  {
    key: 'name',
    header: t({ id: 'admin.link.name', message: 'Name' }),
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
      <span className="grid max-w-80 justify-items-start gap-1 max-sm:justify-items-end">
        <code className="text-xs break-all">{postbackUrl}</code>
        <CopyButton text={postbackUrl} label={t({ id: 'admin.wall.copy', message: 'Copy URL' })} />
        {!secretSet && (
          <span className="text-sm text-muted">{t({ id: 'admin.wall.noSecret', message: 'Secret missing.' })}</span>
        )}
      </span>
    ),
  },
  {
    key: 'open',
    header: t({ id: 'admin.method.open', message: 'Enabled' }),
    cell: (wall) => <OpenSwitch wall={wall} />,
  },
  {
    key: 'actions',
    header: t({ id: 'admin.method.edit', message: 'Edit' }),
    role: 'actions',
    cell: (wall) => (
      <span className="flex flex-wrap gap-2 sm:justify-end">
        <Button size="small" onClick={() => around.onEdit(wall)}>
          {t({ id: 'admin.method.edit', message: 'Edit' })}
          <VisuallyHidden> {wall.name}</VisuallyHidden>
        </Button>
        <Button size="small" variant="danger-soft" onClick={() => around.onRemove(wall)}>
          {t({ id: 'admin.link.remove', message: 'Delete' })}
          <VisuallyHidden> {wall.name}</VisuallyHidden>
        </Button>
      </span>
    ),
  },
]

const Name = ({ wall, around: { walls, isMoving, onMove } }: { wall: AdminWall; around: OfferwallColumnActions }) => {
  const { _id, name, slug } = wall
  const at = walls.findIndex((known) => known._id === _id)
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="flex sm:flex-col">
        <IconButton
          label={t({ id: 'admin.deposits.up', message: `Move ${name} up` })}
          icon={<IconArrowUp aria-hidden="true" />}
          disabled={at === 0 || isMoving}
          onClick={() => onMove(at, at - 1)}
        />
        <IconButton
          label={t({ id: 'admin.deposits.down', message: `Move ${name} down` })}
          icon={<IconArrowDown aria-hidden="true" />}
          disabled={at === walls.length - 1 || isMoving}
          onClick={() => onMove(at, at + 1)}
        />
      </span>
      <span className="grid min-w-0">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="text-sm font-normal text-muted">{slug}</span>
        <PageLink
          to="/app/admin/offerwalls"
          query={{ tab: 'postbacks', wallId: _id }}
          className="link text-sm font-normal"
        >
          {t({ id: 'admin.wall.itsPostbacks', message: 'View postbacks' })}
        </PageLink>
      </span>
    </span>
  )
}

/** Opens and closes a wall at once. */
const OpenSwitch = ({ wall: { _id, name, enabled } }: { wall: AdminWall }) => {
  const set = useMutation({
    mutationFn: (wanted: boolean) => admin.calls.editWall({ params: { id: _id }, body: { enabled: wanted } }),
    onSettled: wallsChanged,
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
