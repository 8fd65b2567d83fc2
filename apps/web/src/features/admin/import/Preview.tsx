import { plural, t } from '@lingui/core/macro'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { Table } from '#ui/table/Table.tsx'
import { Counts } from './Counts.tsx'
import { fieldLabel } from './import-labels.ts'
import type { ImportMutation, Preview as Answer, ImportUpload } from './imports.ts'
import { Problems } from './Problems.tsx'

interface PreviewProps {
  preview: Answer
  sending: ImportUpload
  begin: ImportMutation['begin']
  onDone: () => void
}

/** What would happen; nothing has happened yet. */
export const Preview = ({ preview: { columns, counts, problems }, sending, begin, onDone }: PreviewProps) => {
  const ask = async () => {
    const sum = unitsText(counts.balance + counts.deposit)
    const agreed = await confirm({
      title: t({
        id: 'import.ask',
        message: plural(counts.added, { one: 'Import # account?', other: 'Import # accounts?' }),
      }),
      text: t({
        id: 'import.ask.text',
        message: `They add ${sum} to what you owe users. You can’t undo an import as a whole.`,
      }),
      confirmLabel: t({ id: 'import.yes', message: 'Import' }),
    })
    if (agreed) begin.mutate(sending, { onSuccess: onDone })
  }
  const columnsTitle = t({ id: 'import.columns', message: 'Column mapping' })
  return (
    <Card
      title={t({ id: 'import.preview', message: 'Preview' })}
      note={t({ id: 'import.preview.note', message: 'Nothing has been imported yet.' })}
      foot={
        <Button variant="primary" disabled={counts.added === 0} busy={begin.isPending} onClick={() => void ask()}>
          {t({ id: 'import.yes', message: 'Import' })}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <Counts counts={counts} />
        <section className="grid gap-2">
          <h3>{columnsTitle}</h3>
          <Table
            caption={columnsTitle}
            columns={[
              {
                key: 'name',
                header: t({ id: 'import.column.file', message: 'Column in file' }),
                role: 'head',
                cell: ({ name }) => <span className="break-all">{name}</span>,
              },
              {
                key: 'field',
                header: t({ id: 'import.column.field', message: 'Mapped to' }),
                cell: ({ field }) => (
                  <span className={field === null ? 'text-muted' : undefined}>{fieldLabel(field)}</span>
                ),
              },
            ]}
            rows={columns}
            rowKey={({ name }) => name}
          />
        </section>
        <Problems problems={problems} count={counts.problems} />
      </div>
    </Card>
  )
}
