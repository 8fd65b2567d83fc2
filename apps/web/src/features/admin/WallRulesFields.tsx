import { t } from '@lingui/core/macro'
import { SignatureAlgorithm } from '@runnel/contract/admin-offerwall'
import { FieldError } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import type { WallForm } from './wall-form.ts'
import type { RulesDraft } from './wall-rules.ts'

/** By which names a wall tells what, how it signs, and what it wants to hear. */
export function WallRulesFields({ form }: { form: WallForm }) {
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

function Names({ form }: PartProps) {
  return (
    <>
      <Rule form={form} name="userParam" label={t({ id: 'admin.rules.user', message: 'Parameter of the user' })} />
      <Rule form={form} name="txParam" label={t({ id: 'admin.rules.tx', message: 'Parameter of the transaction' })} />
      <Rule
        form={form}
        name="amountParam"
        label={t({ id: 'admin.rules.amount', message: 'Parameter of the amount' })}
        hint={t({ id: 'admin.rules.amount.hint', message: 'In its own currency. cpa/100 reads a parameter in cents.' })}
      />
      <Rule form={form} name="usdParam" label={t({ id: 'admin.rules.usd', message: 'Parameter of the dollars' })} />
      <Rule form={form} name="offerParam" label={t({ id: 'admin.rules.offer', message: 'Parameter of the offer' })} />
      <Rule
        form={form}
        name="ipParam"
        label={t({ id: 'admin.rules.ip', message: 'Parameter of the user’s address' })}
      />
    </>
  )
}

function Statuses({ form }: PartProps) {
  const commas = t({ id: 'admin.rules.commas', message: 'Several with commas between them.' })
  return (
    <>
      <Rule
        form={form}
        name="statusParam"
        label={t({ id: 'admin.rules.status', message: 'Parameter of the status' })}
        hint={t({ id: 'admin.rules.status.hint', message: 'Empty: a negative amount takes back.' })}
      />
      <Rule
        form={form}
        name="refParam"
        label={t({ id: 'admin.rules.ref', message: 'Parameter of the credit taken back' })}
        hint={t({ id: 'admin.rules.ref.hint', message: 'Empty: the same transaction.' })}
      />
      <Rule
        form={form}
        name="creditValues"
        label={t({ id: 'admin.rules.credit', message: 'Values that credit' })}
        hint={commas}
      />
      <Rule
        form={form}
        name="reversalValues"
        label={t({ id: 'admin.rules.reversal', message: 'Values that take back' })}
        hint={commas}
      />
      <Rule
        form={form}
        name="ignoredValues"
        label={t({ id: 'admin.rules.ignored', message: 'Values that do nothing' })}
        hint={commas}
      />
      <Rule
        form={form}
        name="testParams"
        label={t({ id: 'admin.rules.test', message: 'Parameters that mark a test' })}
        hint={commas}
      />
    </>
  )
}

function Signature({ form }: PartProps) {
  return (
    <>
      <Rule
        form={form}
        name="signatureParam"
        label={t({ id: 'admin.rules.signature', message: 'Parameter of the signature' })}
      />
      <Rule
        form={form}
        name="signatureHeader"
        label={t({ id: 'admin.rules.header', message: 'Or header of the signature' })}
      />
      <Select
        filterable={false}
        label={t({ id: 'admin.rules.algorithm', message: 'Algorithm' })}
        options={SignatureAlgorithm.options.map((value) => ({ value, label: algorithmName(value) }))}
        value={form.values.algorithm}
        onChange={(algorithm) => form.setFieldValue('algorithm', algorithm)}
        error={form.errors['algorithm']}
      />
      <Select
        filterable={false}
        label={t({ id: 'admin.rules.encoding', message: 'Written as' })}
        options={[
          { value: 'hex', label: t({ id: 'admin.rules.hex', message: 'Hexadecimal' }) },
          { value: 'base64', label: t({ id: 'admin.rules.base64', message: 'Base64' }) },
        ]}
        value={form.values.encoding}
        onChange={(encoding) => form.setFieldValue('encoding', encoding)}
      />
      <div className="sm:col-span-2">
        <Rule
          form={form}
          name="signed"
          label={t({ id: 'admin.rules.signed', message: 'What is signed' })}
          hint={t({
            id: 'admin.rules.signed.hint',
            message: 'Parameters, keys and secret by their names in braces; or @url, @sorted-query, @pollfish.',
          })}
        />
      </div>
    </>
  )
}

function Replies({ form }: PartProps) {
  return (
    <>
      <Rule form={form} name="replyOk" label={t({ id: 'admin.rules.ok', message: 'Answer to a good call' })} />
      <Rule
        form={form}
        name="replyDuplicate"
        label={t({ id: 'admin.rules.dup', message: 'Answer to a repeated call' })}
      />
      <Rule form={form} name="replyRefused" label={t({ id: 'admin.rules.no', message: 'Answer to a refused call' })} />
    </>
  )
}

interface RuleProps {
  form: WallForm
  name: keyof RulesDraft
  label: string
  hint?: string
}

function Rule({ form, name, label, hint }: RuleProps) {
  return (
    <TextInput
      label={label}
      hint={hint}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps(name)}
    />
  )
}

/** Hashes are called the same everywhere. */
function algorithmName(algorithm: SignatureAlgorithm): string {
  if (algorithm === 'none') return t({ id: 'admin.rules.none', message: 'None: only the address counts' })
  if (algorithm === 'static') return t({ id: 'admin.rules.static', message: 'The secret itself' })
  return algorithm.toUpperCase().replace('-', ' ')
}
