import { plural, t } from '@lingui/core/macro'
import { Button } from '#ui/Button.tsx'
import type { Bulk } from './AdminList.tsx'

/** What is chosen and what can be done with all of it; it stays in sight while the list scrolls. */
export const BulkBar = <Row,>({ bulk, chosen }: { bulk: Bulk<Row>; chosen: Row[] }) => (
  <div role="region" aria-label={bulk.label} className={barLook}>
    <div className="flex grow items-center justify-between gap-2">
      <p className="font-semibold" aria-live="polite">
        {chosen.length > 0 && chosenText(chosen.length, bulk.note?.(chosen))}
      </p>
      {chosen.length > 0 && (
        <Button variant="quiet" size="small" onClick={bulk.selection.clear}>
          {t({ id: 'admin.bulk.clear', message: 'Clear selection' })}
        </Button>
      )}
    </div>
    {chosen.length > 0 && bulk.actions(chosen)}
  </div>
)

const chosenText = (count: number, sum: string | undefined): string => {
  if (sum === undefined)
    return t({ id: 'admin.bulk.count', message: plural(count, { one: '# selected', other: '# selected' }) })
  return t({
    id: 'admin.bulk.chosen',
    message: plural(count, { one: `# selected: ${sum}`, other: `# selected: ${sum}` }),
  })
}

const barLook = [
  'sticky bottom-3 z-10 flex flex-wrap items-center justify-end gap-2 rounded-l border border-line bg-surface',
  'p-3 [box-shadow:var(--lift-2)] has-[p:empty]:hidden max-lg:bottom-20',
].join(' ')
