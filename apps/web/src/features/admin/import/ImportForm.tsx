import { t } from '@lingui/core/macro'
import { ImportSource, ImportUnit, MailsPerMinute } from '@runnel/contract/admin/import'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { FileField } from './FileField.tsx'
import { type ImportMutation, type ImportUpload, useImporting } from './imports.ts'
import { Preview } from './Preview.tsx'

const schema = z.object({
  source: ImportSource,
  unit: ImportUnit,
  sendMails: z.boolean(),
  mailsPerMinute: MailsPerMinute,
})

interface Values extends Record<string, string | boolean> {
  source: string
  unit: string
  sendMails: boolean
  mailsPerMinute: string
}

const initialValues: Values = { source: '', unit: 'decimal', sendMails: false, mailsPerMinute: '60' }

/** Looks at a file first; only then, and after a question, is anything taken over. */
export const ImportForm = () => {
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const importing = useImporting()
  const { preview } = importing
  const form = useImportForm()
  const isLookedAt = preview.data !== undefined
  const look = (values: Values) => {
    setIsMissing(file === null)
    if (file) preview.mutate(sendingOf(file, values), { onError: form.refused })
  }
  const take = (chosen: File) => {
    setFile(chosen)
    setIsMissing(false)
    preview.reset()
  }
  const leave = () => {
    setFile(null)
    preview.reset()
  }
  return (
    <>
      <Card title={t({ id: 'import.title', message: 'Import users' })}>
        {/* What was looked at must be what is imported: any change asks for another look. */}
        <form
          id={form.id}
          className="form"
          noValidate
          onChange={() => isLookedAt && preview.reset()}
          onSubmit={form.onSubmit(look)}
        >
          <FileField
            file={file}
            error={isMissing ? t({ id: 'import.file.missing', message: 'Select a file first.' }) : undefined}
            onFile={take}
          />
          <Fields form={form} />
          <div>
            <Button type="submit" variant={isLookedAt ? undefined : 'primary'} busy={preview.isPending}>
              {t({ id: 'import.look', message: 'Preview import' })}
            </Button>
          </div>
        </form>
      </Card>
      <ImportPreview importing={importing} onDone={leave} />
    </>
  )
}

const ImportPreview = ({ importing, onDone }: { importing: ImportMutation; onDone: () => void }) => {
  const { data, variables } = importing.preview
  if (!data || !variables) return null
  return <Preview preview={data} sending={variables} begin={importing.begin} onDone={onDone} />
}

const sendingOf = (file: File, values: Values): ImportUpload => ({
  file,
  source: values.source.trim().toLowerCase(),
  unit: values.unit === 'units' ? 'units' : 'decimal',
  sendMails: values.sendMails,
  mailsPerMinute: Number(values.mailsPerMinute),
})

const useImportForm = () =>
  useContractForm({
    schema,
    initialValues,
    sentences: () => ({
      source: t({ id: 'import.source.wrong', message: 'Use 2 to 40 lowercase letters, digits or dashes.' }),
      unit: t({ id: 'import.unit.wrong', message: 'Select the unit of the amounts.' }),
      sendMails: t({ id: 'import.wrong', message: 'Invalid value.' }),
      mailsPerMinute: t({ id: 'import.pace.wrong', message: 'Enter a whole number from 1 to 1,000.' }),
    }),
  })

const Fields = ({ form }: { form: ReturnType<typeof useImportForm> }) => (
  <>
    <TextInput
      label={t({ id: 'import.source', message: 'Source name' })}
      hint={t({
        id: 'import.source.hint',
        message: 'A short name such as old-site. Users aren’t imported twice under the same name.',
      })}
      maxLength={40}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps('source')}
    />
    <Segmented
      label={t({ id: 'import.unit', message: 'Amounts are in' })}
      name="unit"
      options={[
        { value: 'decimal', label: t({ id: 'import.unit.decimal', message: 'Currency, such as 1.25' }) },
        { value: 'units', label: t({ id: 'import.unit.units', message: 'Whole units' }) },
      ]}
      value={form.values.unit}
      onValue={(unit) => form.setFieldValue('unit', unit)}
    />
    <Checkbox
      label={t({ id: 'import.mails', message: 'Email everyone a link to set a password' })}
      hint={t({
        id: 'import.mails.hint',
        message: 'Passwords aren’t imported. Without this email, users must reset their password to sign in.',
      })}
      checked={form.values.sendMails}
      onChecked={(checked) => form.setFieldValue('sendMails', checked)}
    />
    {form.values.sendMails && (
      <TextInput
        label={t({ id: 'import.pace', message: 'Emails per minute' })}
        hint={t({ id: 'import.pace.hint', message: 'Use your email provider’s limit.' })}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        {...form.getInputProps('mailsPerMinute')}
      />
    )}
  </>
)
