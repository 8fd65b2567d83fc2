import { t } from '@lingui/core/macro'
import { useId, type ReactNode } from 'react'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { Button } from '#ui/Button.tsx'
import { useCurrency } from '#ui/currency.ts'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatValue } from '#ui/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { useCouponForm, type CouponDraft, type CouponForm } from './coupon-form.ts'
import type { AdminCoupon } from './coupons.ts'

interface CouponDialogProps {
  open: boolean
  /** The code that is changed; without one new ones are made. */
  existing: AdminCoupon | undefined
  onClose: () => void
  /** Codes were made together under this name of their batch, or a single one without. */
  onDone: (batchId: string | null) => void
}

/** Makes one code or many, or changes one. */
export const CouponDialog = ({ open, existing, onClose, onDone }: CouponDialogProps) => {
  const id = useId()
  const { form, add, isBusy, submit } = useCouponForm({ existing, onDone })
  const code = existing?.code
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={
        code === undefined
          ? t({ id: 'admin.coupon.make', message: 'Create coupons' })
          : t({ id: 'admin.coupon.change', message: `Edit ${code}` })
      }
      actions={
        <>
          <Button onClick={onClose}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={id} variant="primary" busy={isBusy} disabled={add.isUnsent}>
            {t({ id: 'admin.save', message: 'Save' })}
          </Button>
        </>
      }
    >
      <form id={id} className="form items-start sm:grid-cols-2" noValidate onSubmit={submit}>
        {add.isUnsent && (
          <Wide>
            <RetryNotice onAgain={add.sendAgain} />
          </Wide>
        )}
        {!existing && <CodeFields form={form} />}
        <TextInput
          label={t({ id: 'admin.coupon.name', message: 'Name' })}
          hint={t({ id: 'admin.coupon.name.hint', message: 'Internal name, such as Spring giveaway.' })}
          maxLength={60}
          {...form.getInputProps('name')}
        />
        <RewardField form={form} />
        <NumberField
          form={form}
          name="usesMax"
          label={t({ id: 'admin.coupon.usesMax', message: 'Max. redemptions per code' })}
        />
        <NumberField form={form} name="minLevel" label={t({ id: 'admin.coupon.minLevel', message: 'Minimum level' })} />
        <MomentField form={form} name="from" label={t({ id: 'admin.coupon.from', message: 'Valid from' })} />
        <MomentField form={form} name="until" label={t({ id: 'admin.coupon.until', message: 'End date' })} />
        <Switch
          label={t({ id: 'admin.coupon.verifiedOnly', message: 'Verified email required' })}
          {...form.getInputProps('verifiedOnly', { type: 'checkbox' })}
        />
        <Switch
          label={t({ id: 'admin.coupon.enabled', message: 'Enabled' })}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </form>
    </Dialog>
  )
}

const Wide = ({ children }: { children: ReactNode }) => <div className="sm:col-span-2">{children}</div>

const CodeFields = ({ form }: { form: CouponForm }) => {
  const isOne = form.values.kind === 'one'
  return (
    <>
      <Wide>
        <Segmented
          label={t({ id: 'admin.coupon.kind', message: 'Type' })}
          options={[
            { value: 'one', label: t({ id: 'admin.coupon.one', message: 'Single code' }) },
            { value: 'many', label: t({ id: 'admin.coupon.many', message: 'Batch of random codes' }) },
          ]}
          value={form.values.kind}
          onValue={(value) => form.setFieldValue('kind', value === 'many' ? 'many' : 'one')}
        />
      </Wide>
      {isOne ? (
        <Wide>
          <TextInput
            label={t({ id: 'admin.coupon.code', message: 'Code' })}
            hint={t({ id: 'admin.coupon.code.hint', message: 'Letters, digits and dashes, such as SPRING-2026.' })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            {...form.getInputProps('code')}
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
          <TextInput
            label={t({ id: 'admin.coupon.prefix', message: 'Prefix' })}
            hint={t({ id: 'admin.coupon.prefix.hint', message: 'Such as VIP. The rest is random.' })}
            optional
            autoComplete="off"
            spellCheck={false}
            maxLength={12}
            {...form.getInputProps('prefix')}
          />
        </>
      )}
    </>
  )
}

const RewardField = ({ form }: { form: CouponForm }) => {
  const units = wholeNumber(form.values.reward)
  const value = formatValue(units, useCurrency())
  return (
    <NumberField
      form={form}
      name="reward"
      label={t({ id: 'admin.coupon.reward', message: 'Reward (units)' })}
      hint={units > 0 && t({ id: 'admin.link.worth', message: `≈ ${value}` })}
    />
  )
}

interface NumberFieldProps {
  form: CouponForm
  name: Extract<keyof CouponDraft, 'reward' | 'usesMax' | 'minLevel' | 'count'>
  label: string
  hint?: string | false
}

const NumberField = ({ form, name, label, hint }: NumberFieldProps) => (
  <TextInput label={label} hint={hint} inputMode="numeric" autoComplete="off" {...form.getInputProps(name)} />
)

const MomentField = ({ form, name, label }: { form: CouponForm; name: 'from' | 'until'; label: string }) => (
  <TextInput type="datetime-local" optional label={label} {...form.getInputProps(name)} />
)
