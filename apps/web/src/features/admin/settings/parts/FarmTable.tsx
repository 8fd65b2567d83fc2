import { t } from '@lingui/core/macro'
import { UNITS_PER_CURRENCY } from '@runnel/contract/constants'
import { EarningPreset } from '@runnel/contract/earn/allowance'
import {
  farmDays,
  farmModel,
  farmProfit,
  farmSizes,
  type FarmSolver,
  farmSolvers,
  type FarmTerms,
} from '@runnel/contract/earn/farm'
import * as z from 'zod/mini'
import type { SettingFieldProps } from '#features/admin/settings/SettingField.tsx'
import { NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import { type Draft, wholeNumber } from '#features/admin/settings/settings-draft.ts'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatValue } from '#ui/format.ts'
import { type Column, Table } from '#ui/table/Table.tsx'
import { RuleWarnings } from './RuleWarnings.tsx'

/** The last of the earning rules, and what all of them together leave a farm. */
export const NetworkShare = ({ settings, name }: SettingFieldProps) => (
  <>
    <NumberSetting settings={settings} name={name} />
    <FarmTable settings={settings} />
  </>
)

/** Tenths of a cent: nobody needs a farm's profit more exactly. */
const STEPS = 1_000

/** A farm's profit a day under the numbers as they are typed. */
const FarmTable = ({ settings: { form } }: { settings: SettingsForm }) => {
  const currency = useCurrency()
  const terms = farmTermsOf(form.values)
  if (terms === null) return null
  const money = (dollars: number) => formatValue(Math.round(dollars * STEPS) * (UNITS_PER_CURRENCY / STEPS), currency)
  const profit =
    (accounts: number, isOneNetwork: boolean) =>
    ({ solver, days }: Row) =>
      money(farmProfit(terms, { accounts, solver, isOneNetwork, days }))
  const columns: Column<Row>[] = [
    {
      key: 'solver',
      header: t({ id: 'admin.farm.solver', message: 'Captcha solver' }),
      cell: solverName,
      role: 'head',
    },
    {
      key: 'days',
      header: t({ id: 'admin.farm.days', message: 'Days' }),
      cell: ({ days }) => formatNumber(days),
      align: 'end',
    },
    ...farmSizes.map((accounts): Column<Row> => {
      const count = formatNumber(accounts)
      return {
        key: String(accounts),
        header: accountsText(accounts, count),
        cell: profit(accounts, false),
        align: 'end',
      }
    }),
    {
      key: 'network',
      header: t({ id: 'admin.farm.network', message: '50 in one network' }),
      cell: profit(50, true),
      align: 'end',
    },
  ]
  const [most, price] = [money(terms.faucet_day_max / UNITS_PER_CURRENCY), money(farmModel.account)]
  const rows = farmSolvers.flatMap((solver) => farmDays.map((days) => ({ solver, days })))
  const caption = t({ id: 'admin.farm.title', message: 'Profit of a bot farm per day (at most)' })
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{caption}</h3>
      <Table caption={caption} columns={columns} rows={rows} rowKey={keyOf} />
      <RuleWarnings form={form} terms={terms} />
      <p className="text-sm text-muted">
        {terms.faucet_day_max === 0
          ? t({ id: 'admin.farm.unbounded', message: 'Without a budget, losses grow with the number of accounts.' })
          : t({ id: 'admin.farm.bounded', message: `The faucet never pays more than ${most} a day.` })}{' '}
        {t({
          id: 'admin.farm.model',
          message: `Assumes no detection, no other users, no revenue, ${price} per account, and paid residential IPs.`,
        })}
      </p>
    </div>
  )
}

interface Row {
  readonly solver: FarmSolver
  readonly days: number
}

const keyOf = ({ solver, days }: Row): string => `${solver.name} ${days}`

const accountsText = (accounts: number, count: string): string =>
  accounts === 1
    ? t({ id: 'admin.farm.one', message: '1 account' })
    : t({ id: 'admin.farm.accounts', message: `${count} accounts` })

const solverName = ({ solver: { name, price } }: Row): string => {
  const dollars = `$${price}`
  const names: Record<FarmSolver['name'], string> = {
    own: t({ id: 'admin.farm.own', message: 'Own software (free)' }),
    work: t({ id: 'admin.farm.work', message: 'Captcha without images' }),
    model: t({ id: 'admin.farm.model.name', message: `Vision model (${dollars})` }),
    'service-half': t({ id: 'admin.farm.service', message: `Solving service (${dollars})` }),
    service: t({ id: 'admin.farm.service', message: `Solving service (${dollars})` }),
    workers: t({ id: 'admin.farm.workers', message: `Paid workers (${dollars})` }),
  }
  return names[name]
}

const numbers = [
  'faucet_reward',
  'faucet_timer',
  'dailyClaimLimit',
  'faucet_day_max',
  'faucet_network_percent',
  'captcha_every_known',
  'allowance_starter',
  'reduced_reward',
  'reduced_day_max',
  'allowance_withdraw_min',
  'referral_commission',
] as const satisfies readonly (keyof FarmTerms)[]

/** The earning rules as they are typed; null while one of their numbers is none. */
const farmTermsOf = (draft: Draft): FarmTerms | null => {
  const rules = z.safeParse(EarningPreset, draft.earning_rules)
  const typed = Object.fromEntries(numbers.map((name) => [name, wholeNumber(draft[name])]))
  if (!rules.success || Object.values(typed).some((value) => !(value >= 0))) return null
  // The keys are those of the list above.
  const terms = { ...(typed as unknown as Omit<FarmTerms, 'earning_rules'>), earning_rules: rules.data }
  return terms.faucet_timer * terms.captcha_every_known === 0 ? null : terms
}
