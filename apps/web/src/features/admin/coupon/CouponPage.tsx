import { t } from '@lingui/core/macro'
import { adminCoupon as contract } from '@runnel/contract/earn/coupon'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useEditor } from '#features/admin/kit/use-editor.ts'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import { useSelection } from '#features/admin/list/selection.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { useNow } from '#ui/use-now.ts'
import { couponColumns } from './coupon-columns.tsx'
import { CouponDialog } from './CouponDialog.tsx'
import { couponList, couponStates, stateName, useCoupons, useRemoval, type AdminCoupon } from './coupons.ts'
import { CouponUses } from './CouponUses.tsx'
import '#web/styles/admin.css'

/** All codes that the owner gives away. */
export const CouponPage = () => {
  const editor = useEditor<AdminCoupon>()
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.coupon', message: 'Coupons' })}
        actions={
          <Button variant="primary" icon={<IconPlus aria-hidden="true" />} onClick={editor.add}>
            {t({ id: 'admin.coupon.make', message: 'Create coupons' })}
          </Button>
        }
      />
      <List onEdit={editor.edit} />
      <CouponDialog key={editor.formKey} editor={editor} />
    </>
  )
}

const List = ({ onEdit }: { onEdit: (coupon: AdminCoupon) => void }) => {
  const view = couponList.useView()
  const selection = useSelection()
  const [used, setUsed] = useState<AdminCoupon | undefined>()
  const removal = useRemoval({ onDone: selection.clear })
  const now = useNow(60_000)
  return (
    <>
      <AdminList
        caption={t({ id: 'page.admin.coupon', message: 'Coupons' })}
        list={couponList}
        view={view}
        fields={fields()}
        answer={useCoupons(view)}
        columns={couponColumns({ onEdit, onUses: setUsed, now })}
        rowKey={({ _id }) => _id}
        onOpen={onEdit}
        csv={contract.couponsCsv}
        nothing={{
          title: t({ id: 'admin.coupon.none', message: 'No coupons yet' }),
          text: t({
            id: 'admin.coupon.noneText',
            message: 'Create a single code for everyone or a batch of one-time codes.',
          }),
        }}
        noMatch={t({ id: 'admin.coupon.noneSuch', message: 'No matching coupons' })}
        bulk={{
          selection,
          label: t({ id: 'admin.coupon.bulk', message: 'Selected coupons' }),
          pick: ({ code }) => t({ id: 'admin.coupon.choose', message: `Select ${code}` }),
          pickAll: t({ id: 'admin.coupon.chooseAll', message: 'Select all on this page' }),
          actions: (chosen) => (
            <Button variant="danger-soft" busy={removal.isBusy} onClick={() => void removal.ask(chosen)}>
              {t({ id: 'admin.coupon.remove', message: 'Delete' })}
            </Button>
          ),
        }}
      />
      <CouponUses coupon={used} onClose={() => setUsed(undefined)} />
    </>
  )
}

const fields = () =>
  ({
    search: {
      kind: 'words',
      label: t({ id: 'admin.coupon.search', message: 'Code prefix or name' }),
    },
    state: {
      kind: 'choice',
      label: t({ id: 'admin.coupon.status', message: 'Status' }),
      options: couponStates.map((value) => ({ value, label: stateName(value) })),
    },
    batchId: { kind: 'chip', label: t({ id: 'admin.coupon.batch', message: 'Batch' }) },
  }) as const
