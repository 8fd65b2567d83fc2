import { t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import { admin } from '#features/admin/admin.ts'
import { MomentField, NumberField, SwitchField, TextField, UnitsField } from '#features/admin/kit/fields.tsx'
import { ResourceDialog, Wide } from '#features/admin/kit/ResourceDialog.tsx'
import type { Editor } from '#features/admin/kit/use-editor.ts'
import { useResourceForm, type ResourceForm } from '#features/admin/kit/use-resource-form.ts'
import { Segmented } from '#ui/form/Segmented.tsx'
import { couponList, couponsChanged, type AdminCoupon } from './coupons.ts'

interface CouponValues {
  kind: 'one' | 'many'
  code: string
  count: number
  prefix: string
  name: string
  reward: number
  usesMax: number
  from: string | null
  until: string | null
  minLevel: number
  verifiedOnly: boolean
  enabled: boolean
}

const fresh: CouponValues = {
  kind: 'one',
  code: '',
  count: 100,
  prefix: '',
  name: '',
  reward: 500,
  usesMax: 100,
  from: null,
  until: null,
  minLevel: 1,
  verifiedOnly: false,
  enabled: true,
}

/** Makes one code or many, or changes one. */
export const CouponDialog = ({ editor }: { editor: Editor<AdminCoupon> }) => {
  const form = useCouponForm(editor)
  const code = editor.existing?.code
  return (
    <ResourceDialog
      wide
      {...{ editor, form }}
      title={
        code === undefined
          ? t({ id: 'admin.coupon.make', message: 'Create coupons' })
          : t({ id: 'admin.coupon.change', message: `Edit ${code}` })
      }
    >
      {code === undefined && <CodeFields form={form} />}
      <TextField
        form={form}
        name="name"
        label={t({ id: 'admin.coupon.name', message: 'Name' })}
        hint={t({ id: 'admin.coupon.name.hint', message: 'Internal name, such as Spring giveaway.' })}
        maxLength={60}
      />
      <UnitsField form={form} name="reward" label={t({ id: 'admin.coupon.reward', message: 'Reward (units)' })} />
      <NumberField
        form={form}
        name="usesMax"
        label={t({ id: 'admin.coupon.usesMax', message: 'Max. redemptions per code' })}
      />
      <NumberField form={form} name="minLevel" label={t({ id: 'admin.coupon.minLevel', message: 'Minimum level' })} />
      <MomentField form={form} name="from" label={t({ id: 'admin.coupon.from', message: 'Valid from' })} />
      <MomentField form={form} name="until" label={t({ id: 'admin.coupon.until', message: 'End date' })} />
      <SwitchField
        form={form}
        name="verifiedOnly"
        label={t({ id: 'admin.coupon.verifiedOnly', message: 'Verified email required' })}
      />
      <SwitchField form={form} name="enabled" label={t({ id: 'admin.coupon.enabled', message: 'Enabled' })} />
    </ResourceDialog>
  )
}

const CodeFields = ({ form }: { form: ResourceForm<CouponValues> }) => (
  <>
    <Wide>
      <Segmented
        label={t({ id: 'admin.coupon.kind', message: 'Type' })}
        options={[
          { value: 'one', label: t({ id: 'admin.coupon.one', message: 'Single code' }) },
          { value: 'many', label: t({ id: 'admin.coupon.many', message: 'Batch of random codes' }) },
        ]}
        value={form.values.kind}
        onValue={(value) => form.set({ kind: value === 'many' ? 'many' : 'one' })}
      />
    </Wide>
    {form.values.kind === 'one' ? (
      <Wide>
        <TextField
          form={form}
          name="code"
          label={t({ id: 'admin.coupon.code', message: 'Code' })}
          hint={t({ id: 'admin.coupon.code.hint', message: 'Letters, digits and dashes, such as SPRING-2026.' })}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      </Wide>
    ) : (
      <>
        <NumberField
          form={form}
          name="count"
          label={t({ id: 'admin.coupon.count', message: 'Number of codes' })}
          hint={t({ id: 'admin.coupon.count.hint', message: 'At most 10,000 at once.' })}
        />
        <TextField
          form={form}
          name="prefix"
          label={t({ id: 'admin.coupon.prefix', message: 'Prefix' })}
          hint={t({ id: 'admin.coupon.prefix.hint', message: 'Such as VIP. The rest is random.' })}
          optional
          spellCheck={false}
          maxLength={12}
        />
      </>
    )}
  </>
)

const [one, many] = contract.addCoupons.body.def.options

const useCouponForm = ({ existing, close }: Editor<AdminCoupon>) =>
  useResourceForm({
    existing,
    fresh,
    moments: ['from', 'until'],
    body: contract.addCoupons.body,
    isKeyed: true,
    schemaOf: ({ kind }) => (existing ? contract.editCoupon.body : kind === 'one' ? one : many),
    bodyOf: ({ kind, code, count, prefix, ...fields }) =>
      kind === 'one' ? { ...fields, code } : { ...fields, count, prefix },
    sentences: () => ({
      code: t({ id: 'admin.coupon.code.wrong', message: 'Enter 3 to 40 letters, digits or dashes.' }),
      prefix: t({ id: 'admin.coupon.prefix.wrong', message: 'Use letters, digits and dashes, at most 12.' }),
    }),
    rule: ({ from, until }) =>
      from !== null && until !== null && until <= from
        ? { until: t({ id: 'admin.coupon.until.wrong', message: 'Must be after the start date.' }) }
        : {},
    add: admin.calls.addCoupons,
    edit: admin.calls.editCoupon,
    onSaved: (added) => {
      couponsChanged()
      close()
      // Codes that were made together are shown together, to be kept as a file.
      if (added?.batchId) couponList.show({ batchId: added.batchId })
    },
  })
