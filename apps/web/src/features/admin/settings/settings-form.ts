import { t } from '@lingui/core/macro'
import { useForm } from '@mantine/form'
import { admin as contract } from '@runnel/contract/admin/admin'
import { secretsOfAddress } from '@runnel/contract/settings/secrets-of-address'
import { secretSettings, type Settings } from '@runnel/contract/settings/settings'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { queryClient } from '#api/cache.ts'
import { fieldErrors } from '#api/failure.ts'
import { CallError } from '#api/send.ts'
import { admin, invalidateAdmin, type SettingsAnswer } from '#features/admin/admin.ts'
import { offerUndo } from '#features/admin/kit/undo.ts'
import { sourceName } from '#features/admin/outflow/source-name.ts'
import { explainIssues } from '#features/admin/shared/issue-text.ts'
import { kindName, secondsName } from '#features/advertise/advertise.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { changesOf, draftOf, namesOf, rebased, type Draft } from './settings-draft.ts'
import { formatOf } from './table/table.ts'

interface SettingsFormOptions {
  answer: SettingsAnswer
  /** Called with the names of the fields that are wrong, to bring them into view. */
  onWrong: (names: string[]) => void
}

/** All settings in one form; only what was changed is checked and sent. */
export const useSettingsForm = ({ answer, onWrong }: SettingsFormOptions) => {
  // What the form began with, which is what the server said last except while a new answer is being taken over.
  const [saved, setSaved] = useState(answer.settings)
  const form = useForm<Draft>({
    initialValues: draftOf(saved),
    validate: (draft) => wrongIn(changesOf(draft, saved)),
  })
  const takeOver = (before: Settings, now: Settings) => {
    const { errors } = form
    form.setInitialValues(draftOf(now))
    form.setValues(rebased(form.getValues(), before, now))
    // New values clear what the server told of a field, which is to be read beside them.
    form.setErrors(errors)
    setSaved(now)
  }
  const [seen, setSeen] = useState(answer.settings)
  if (answer.settings !== seen) {
    setSeen(answer.settings)
    takeOver(saved, answer.settings)
  }
  const changes = changesOf(form.values, saved)
  const save = useMutation({
    mutationFn: async () => {
      if (changes.maintenance === true && !(await agreesToClose())) return null
      const told = await admin.calls.saveSettings({ body: changes, query: { version: answer.version } })
      return { told, given: changes }
    },
    onSuccess: (done) => {
      if (!done) return
      const { told, given } = done
      const undo = undoOf({ given, before: saved, told })
      if (undo) offerUndo(told, undo)
      // What was typed meanwhile stays typed.
      takeOver({ ...saved, ...given }, told.settings)
      applySavedSettings({ ...told, given })
    },
    onError: async (error) => {
      const errors = fieldErrors(error)
      // What somebody else saved is the ground for the next attempt; what was typed stays.
      if (isOutdated(error)) {
        await queryClient.refetchQueries({ queryKey: admin.keyOf('settings') })
        const now = queryClient.getQueryData<SettingsAnswer>(admin.keyOf('settings'))
        if (now) takeOver(saved, now.settings)
      }
      form.setErrors(errors)
      onWrong(Object.keys(errors))
    },
  })
  return {
    form,
    answer,
    /** The names of what differs from what is saved. */
    changed: namesOf(changes),
    save,
    submit: form.onSubmit(
      () => save.mutate(),
      (errors) => onWrong(Object.keys(errors)),
    ),
  }
}

const isOutdated = (error: unknown): boolean => error instanceof CallError && error.failure?.code === 'SETTINGS_CHANGED'

interface Undone {
  given: Changes
  before: Settings
  told: Pick<SettingsAnswer, 'settings' | 'version'>
}

/** Saves what was there before, unless it can not be known or has been changed again; none where nothing is left. */
const undoOf = ({ given, before, told }: Undone): (() => Promise<unknown>) | undefined => {
  const names = namesOf(given).filter(
    (name) => !isSecretName(name) && JSON.stringify(told.settings[name]) !== JSON.stringify(before[name]),
  )
  // An address takes its secret with it, which nobody can bring back.
  if (names.length === 0 || names.some((name) => name in secretsOfAddress)) return undefined
  const body = Object.fromEntries(names.map((name) => [name, before[name]]))
  return async () => {
    const undone = await admin.calls.saveSettings({ body, query: { version: told.version } })
    applySavedSettings({ ...undone, given: body })
  }
}

const isSecretName = (name: string): boolean => secretSettings.some((secret) => secret === name)

export type SettingsForm = ReturnType<typeof useSettingsForm>

type Changes = ReturnType<typeof changesOf>

const wrongIn = (changes: Changes): Record<string, string> | Promise<Record<string, string>> => {
  const parsed = z.safeParse(contract.saveSettings.body, changes, { reportInput: true })
  if (parsed.success) return {}
  return explainIssues((issueText) => {
    // What is wrong with one of many rows is told before what is wrong with all of them.
    const entries = parsed.error.issues.map((issue) => [String(issue.path[0]), textOf(issue, { changes, issueText })])
    return Object.fromEntries(entries.toReversed())
  })
}

interface Explanation {
  changes: Changes
  issueText: (issue: z.core.$ZodIssue, format?: string) => string
}

const textOf = (issue: z.core.$ZodIssue, { changes, issueText }: Explanation): string => {
  const [name, index, part] = issue.path
  if (typeof index === 'string') return inRow(sourceName(index), issueText(issue, formatOf(String(name))))
  if (typeof index !== 'number') return issueText(issue, formatOf(String(name)))
  const format = partFormat(String(part))
  // A percentage is no whole number, whatever the schema of its hundredths says.
  const words = part === 'feeBasisPoints' && format ? format : issueText(issue, format)
  return inRow(rowName({ name, index, changes }), words)
}

const inRow = (row: string, words: string): string => t({ id: 'setting.row', message: `${row}: ${words}` })

/** Which row of a list is meant. */
const rowName = ({ name, index, changes }: { name: unknown; index: number; changes: Changes }): string => {
  const price = name === 'ptc_prices' ? changes.ptc_prices?.[index] : undefined
  if (price) return `${kindName(price.kind)}, ${secondsName(price.timer)}`
  const number = index + 1
  if (name === 'bonus_rewards') return t({ id: 'admin.bonus.day', message: `Day ${number}` })
  return t({ id: 'setting.rowNumber', message: `Row ${number}` })
}

const partFormat = (part: string): string | undefined => {
  switch (part) {
    case 'coin':
      return t({ id: 'admin.format.coin', message: 'Use the currency code in uppercase, such as BTC.' })
    case 'feeBasisPoints':
      return t({ id: 'admin.format.fee', message: 'Enter a percentage from 0 to 50, such as 1.5.' })
    default:
      return undefined
  }
}

const agreesToClose = (): Promise<boolean> =>
  confirm({
    title: t({ id: 'admin.maintenance.title', message: 'Turn on maintenance mode?' }),
    text: t({
      id: 'admin.maintenance.text',
      message: 'Everyone except staff sees the maintenance page until you turn it off.',
    }),
    confirmLabel: t({ id: 'admin.maintenance.yes', message: 'Turn on' }),
    danger: true,
  })

interface Saved extends Pick<SettingsAnswer, 'settings' | 'closedDeposits' | 'waiting' | 'version'> {
  given: Changes
}

/** Everything that shows settings learns of the new ones. */
export const applySavedSettings = ({ given, settings, closedDeposits, waiting, version }: Saved): void => {
  queryClient.setQueryData<SettingsAnswer>(admin.keyOf('settings'), (known) => {
    if (!known) return known
    return {
      ...known,
      settings,
      closedDeposits,
      waiting,
      version,
      secretsSet: secretsAfter(known, { given, settings, waiting }),
    }
  })
  void invalidateAdmin('settingAudit', 'stats', 'waiting', 'methods', 'wallets', 'outflow')
  for (const area of ['home', 'faucet', 'withdraw', 'deposit', 'advertise', 'ptc', 'bonus'])
    void queryClient.invalidateQueries({ queryKey: [area] })
}

/** A secret never comes back, so what was just sent tells whether there is one; a new address removes its own. */
const secretsAfter = (
  known: SettingsAnswer,
  { given, settings, waiting }: Omit<Saved, 'closedDeposits' | 'version'>,
): string[] => {
  const removed = Object.entries(secretsOfAddress).flatMap(([address, secrets]) => {
    const before = new Map<string, unknown>(Object.entries(known.settings)).get(address)
    return before === new Map<string, unknown>(Object.entries(settings)).get(address) ? [] : [...secrets]
  })
  return secretSettings.filter((name) => {
    if (given[name] !== undefined && !waiting.includes(name)) return given[name] !== ''
    return known.secretsSet.includes(name) && !removed.some((one) => one === name)
  })
}
