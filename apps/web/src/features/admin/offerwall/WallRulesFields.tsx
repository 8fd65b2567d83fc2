import { t } from '@lingui/core/macro'
import { SignatureAlgorithm } from '@runnel/contract/admin/wall-rules'
import { ChoiceField } from '#features/admin/kit/fields.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { WallForm } from './wall-form.ts'
import type { RulesDraft } from './wall-rules.ts'

/** By which names a wall tells what, how it signs, and which answer it expects. */
export const WallRulesFields = ({ form }: { form: WallForm }) => {
  const { rules } = form.errors
  return (
    <div className="form items-start text-ink sm:grid-cols-2">
      {rules && (
        <div className="sm:col-span-2">
          <FieldError id="wall-rules-error">{rules}</FieldError>
        </div>
      )}
      <Names form={form} />
      <Statuses form={form} />
      <Signature form={form} />
      <Replies form={form} />
    </div>
  )
}

interface PartProps {
  form: WallForm
}

const Names = ({ form }: PartProps) => (
  <>
    <Rule form={form} name="userParam" label={t({ id: 'admin.rules.user', message: 'User ID parameter' })} />
    <Rule form={form} name="txParam" label={t({ id: 'admin.rules.tx', message: 'Transaction ID parameter' })} />
    <Rule
      form={form}
      name="amountParam"
      label={t({ id: 'admin.rules.amount', message: 'Amount parameter' })}
      hint={t({
        id: 'admin.rules.amount.hint',
        message: 'In the offerwall’s own currency. Use cpa/100 for a parameter in cents.',
      })}
    />
    <Rule form={form} name="usdParam" label={t({ id: 'admin.rules.usd', message: 'USD amount parameter' })} />
    <Rule form={form} name="offerParam" label={t({ id: 'admin.rules.offer', message: 'Offer parameter' })} />
    <Rule form={form} name="ipParam" label={t({ id: 'admin.rules.ip', message: 'User IP parameter' })} />
    <Rule
      form={form}
      name="clickParam"
      label={t({ id: 'admin.rules.click', message: 'Click ID parameter' })}
      hint={t({
        id: 'admin.rules.click.hint',
        message: 'Returns the click ID from {clickId} in the iframe URL. Leave empty if the offerwall can’t.',
      })}
    />
  </>
)

const Statuses = ({ form }: PartProps) => {
  const commas = t({ id: 'admin.rules.commas', message: 'Separate several with commas.' })
  return (
    <>
      <Rule
        form={form}
        name="statusParam"
        label={t({ id: 'admin.rules.status', message: 'Status parameter' })}
        hint={t({ id: 'admin.rules.status.hint', message: 'Leave empty if a negative amount means a chargeback.' })}
      />
      <Rule
        form={form}
        name="refParam"
        label={t({ id: 'admin.rules.ref', message: 'Original transaction parameter' })}
        hint={t({ id: 'admin.rules.ref.hint', message: 'Leave empty if it is the same transaction.' })}
      />
      <Rule
        form={form}
        name="reversalPrefix"
        label={t({ id: 'admin.rules.prefix', message: 'Chargeback prefix' })}
        hint={t({
          id: 'admin.rules.prefix.hint',
          message: 'Transaction IDs that begin with it reverse the transaction named by the rest, such as r-.',
        })}
      />
      <Switch
        label={t({ id: 'admin.rules.partial', message: 'Partial chargebacks' })}
        hint={t({
          id: 'admin.rules.partial.hint',
          message: 'When off, a chargeback always takes the whole reward back, whatever amount it names.',
        })}
        {...form.switchProps('partialReversals')}
      />
      <Rule
        form={form}
        name="creditValues"
        label={t({ id: 'admin.rules.credit', message: 'Credit values' })}
        hint={commas}
      />
      <Rule
        form={form}
        name="reversalValues"
        label={t({ id: 'admin.rules.reversal', message: 'Chargeback values' })}
        hint={commas}
      />
      <Rule
        form={form}
        name="ignoredValues"
        label={t({ id: 'admin.rules.ignored', message: 'Ignored values' })}
        hint={commas}
      />
      <Rule
        form={form}
        name="testParams"
        label={t({ id: 'admin.rules.test', message: 'Test parameters' })}
        hint={commas}
      />
    </>
  )
}

const Signature = ({ form }: PartProps) => (
  <>
    <Rule
      form={form}
      name="signatureParam"
      label={t({ id: 'admin.rules.signature', message: 'Signature parameter' })}
    />
    <Rule form={form} name="signatureHeader" label={t({ id: 'admin.rules.header', message: 'Signature header' })} />
    <ChoiceField
      form={form}
      name="algorithm"
      label={t({ id: 'admin.rules.algorithm', message: 'Algorithm' })}
      options={SignatureAlgorithm.options.map((value) => ({ value, label: algorithmName(value) }))}
    />
    <ChoiceField
      form={form}
      name="encoding"
      label={t({ id: 'admin.rules.encoding', message: 'Encoding' })}
      options={[
        { value: 'hex', label: t({ id: 'admin.rules.hex', message: 'Hexadecimal' }) },
        { value: 'base64', label: t({ id: 'admin.rules.base64', message: 'Base64' }) },
        { value: 'base64url', label: t({ id: 'admin.rules.base64url', message: 'Base64 for URLs' }) },
      ]}
    />
    <div className="sm:col-span-2">
      <Rule
        form={form}
        name="signed"
        label={t({ id: 'admin.rules.signed', message: 'Signature formula' })}
        hint={t({
          id: 'admin.rules.signed.hint',
          message: 'Parameter names, keys and secret in braces; or @url, @sorted-query, @pollfish.',
        })}
      />
    </div>
  </>
)

const Replies = ({ form }: PartProps) => (
  <>
    <Rule form={form} name="replyOk" label={t({ id: 'admin.rules.ok', message: 'Success response' })} />
    <Rule form={form} name="replyDuplicate" label={t({ id: 'admin.rules.dup', message: 'Response to duplicates' })} />
    <Rule form={form} name="replyRefused" label={t({ id: 'admin.rules.no', message: 'Response when rejected' })} />
  </>
)

interface RuleProps {
  form: WallForm
  name: Exclude<keyof RulesDraft, 'partialReversals'>
  label: string
  hint?: string
}

const Rule = ({ form, name, label, hint }: RuleProps) => (
  <TextInput
    label={label}
    hint={hint}
    autoCapitalize="none"
    autoComplete="off"
    spellCheck={false}
    {...form.textProps(name)}
  />
)

/** Hashes are called the same everywhere. */
const algorithmName = (algorithm: SignatureAlgorithm): string => {
  if (algorithm === 'none') return t({ id: 'admin.rules.none', message: 'None (IP address only)' })
  if (algorithm === 'static') return t({ id: 'admin.rules.static', message: 'Shared secret' })
  return algorithm.toUpperCase().replace('-', ' ')
}
