import { plural, t } from '@lingui/core/macro'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { sentenceOf } from '#api/failure.ts'
import { useQueryText } from '#app/route.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Table } from '#ui/Table.tsx'
import { useNow } from '#ui/use-now.ts'
import { couponColumns } from './coupon-columns.tsx'
import { CouponDialog } from './CouponDialog.tsx'
import { CouponFilterBar } from './CouponFilterBar.tsx'
import { pageLimit, readFilter, readPage, show, useCoupons, useRemoval } from './coupons.ts'
import type { AdminCoupon, CouponFilter } from './coupons.ts'
import { CouponUses } from './CouponUses.tsx'
import '#web/styles/admin.css'

interface Editing {
  open: boolean
  known: AdminCoupon | undefined
  /** Each opening begins with a form of its own. */
  turn: number
}

/** All codes that the owner gives away. */
export function CouponPage() {
  const query = useQueryText()
  const filter = readFilter(query)
  const [dialog, setDialog] = useState<Editing>({ open: false, known: undefined, turn: 0 })
  const close = () => setDialog((shown) => ({ ...shown, open: false }))
  const edit = (known?: AdminCoupon) => setDialog(({ turn }) => ({ open: true, known, turn: turn + 1 }))
  const done = (batchId: string | null) => {
    close()
    // Codes that were made together are shown together, to be kept as a file.
    if (batchId !== null) show({ batchId })
  }
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.coupon', message: 'Coupons' })}
        actions={
          <Button variant="primary" icon={<IconPlus aria-hidden="true" />} onClick={() => edit()}>
            {t({ id: 'admin.coupon.make', message: 'Make codes' })}
          </Button>
        }
      />
      <div className="grid gap-4">
        <CouponFilterBar filter={filter} />
        <List filter={filter} page={readPage(query)} onEdit={edit} />
      </div>
      <CouponDialog key={dialog.turn} open={dialog.open} known={dialog.known} onClose={close} onDone={done} />
    </>
  )
}

interface ListProps {
  filter: CouponFilter
  page: number
  onEdit: (coupon: AdminCoupon) => void
}

function List({ filter, page, onEdit }: ListProps) {
  const { data, error, isFetching, refetch } = useCoupons(filter, page)
  const [selected, onSelect] = useState<ReadonlySet<string>>(new Set())
  const [used, setUsed] = useState<AdminCoupon | undefined>()
  const removal = useRemoval({ onDone: () => onSelect(new Set()) })
  const now = useNow(60_000)
  const rows = data?.items ?? []
  const chosen = rows.filter(({ _id }) => selected.has(_id))
  if (!data && error) {
    return (
      <ErrorState busy={isFetching} onRetry={() => void refetch()}>
        {sentenceOf(error)}
      </ErrorState>
    )
  }
  return (
    <>
      <Card flush>
        <Table
          caption={t({ id: 'page.admin.coupon', message: 'Coupons' })}
          columns={couponColumns({ selected, onSelect, onEdit, onUses: setUsed, now })}
          rows={rows}
          rowKey={({ _id }) => _id}
          loadingRows={data ? 0 : 6}
          empty={<Nothing filter={filter} />}
        />
        <Pagination
          page={page}
          limit={pageLimit}
          totalItems={data?.totalItems ?? 0}
          onPage={(next) => show(filter, next)}
        />
      </Card>
      {chosen.length > 0 && (
        <div className={barLook}>
          <p className="mr-auto font-semibold" aria-live="polite">
            {t({ id: 'admin.coupon.chosen', message: plural(chosen.length, { one: '# chosen', other: '# chosen' }) })}
          </p>
          {chosen.length < rows.length && (
            <Button variant="quiet" onClick={() => onSelect(new Set(rows.map(({ _id }) => _id)))}>
              {t({ id: 'admin.coupon.chooseAll', message: 'Choose all of this page' })}
            </Button>
          )}
          <Button variant="danger-soft" busy={removal.isBusy} onClick={() => void removal.ask(chosen)}>
            {t({ id: 'admin.coupon.remove', message: 'Remove' })}
          </Button>
        </div>
      )}
      <CouponUses coupon={used} onClose={() => setUsed(undefined)} />
    </>
  )
}

const barLook = [
  'sticky bottom-3 z-10 flex flex-wrap items-center justify-end gap-2 rounded-l border border-line bg-surface',
  'p-3 [box-shadow:var(--lift-2)] max-lg:bottom-20',
].join(' ')

function Nothing({ filter }: { filter: CouponFilter }) {
  if (Object.values(filter).some(Boolean)) {
    return (
      <EmptyState
        heading="h2"
        title={t({ id: 'admin.coupon.noneSuch', message: 'No code matches' })}
        actions={<Button onClick={() => show({})}>{t({ id: 'admin.withdrawals.all', message: 'Show all' })}</Button>}
      />
    )
  }
  return (
    <EmptyState heading="h2" title={t({ id: 'admin.coupon.none', message: 'No codes yet' })}>
      {t({ id: 'admin.coupon.noneText', message: 'Make one for everybody, or many that each work once.' })}
    </EmptyState>
  )
}
