import { t } from '@lingui/core/macro'
import { OutflowSource, PaidSource } from '@runnel/contract/outflow'
import { PageLink } from '#base/PageLink.tsx'
import { settingName } from '#features/admin/settings/setting-names.ts'
import { fieldId, UnitsSetting } from '#features/admin/settings/SettingInput.tsx'
import { draftOf, wholeNumber } from '#features/admin/settings/settings-draft.ts'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { useLimitsText } from './limit-labels.ts'
import { LimitFields } from './LimitFields.tsx'
import { sourceName } from './source-name.ts'

/** How much each source may pay, what stops it, and what everybody may see of it. */
export const OutflowSettings = ({ settings }: { settings: SettingsForm }) => {
  const { form } = settings
  return (
    <div className="grid gap-4">
      <Sources settings={settings} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card
          title={t({ id: 'admin.outflow.breaker', message: 'Circuit breaker' })}
          note={t({
            id: 'admin.outflow.breaker.note',
            message: 'On a new site without usual values, the first number is the hourly limit of each source.',
          })}
        >
          <div className="form">
            <UnitsSetting settings={settings} name="outflow_usual_floor" />
            <Switch
              id={fieldId('outflow_dry_run')}
              label={settingName('outflow_dry_run')}
              hint={t({
                id: 'admin.outflow.dryRun.hint',
                message: 'Use it to find suitable limits. You are alerted, but nothing is stopped.',
              })}
              {...form.getInputProps('outflow_dry_run', { type: 'checkbox' })}
            />
          </div>
        </Card>
        <Card title={t({ id: 'admin.outflow.public', message: 'Public solvency page' })}>
          <Switch
            id={fieldId('solvency_public')}
            label={settingName('solvency_public')}
            hint={t({
              id: 'admin.outflow.public.hint',
              message: 'Shown on the home page and its own page. Calculated from the ledger; can’t be edited.',
            })}
            {...form.getInputProps('solvency_public', { type: 'checkbox' })}
          />
        </Card>
      </div>
    </div>
  )
}

const Sources = ({ settings: { form, answer } }: { settings: SettingsForm }) => {
  const { daily_budgets: budgets, outflow_limits: limits } = form.values
  const { daily_budgets: noBudgets, outflow_limits: usual } = draftOf(answer.defaults)
  const differs = JSON.stringify({ budgets, limits }) !== JSON.stringify({ budgets: noBudgets, limits: usual })
  const words = useLimitsText()
  return (
    <Card
      title={t({ id: 'admin.outflow.sources', message: 'Limits by source' })}
      note={t({
        id: 'admin.outflow.sources.note',
        message:
          'A budget closes its source until midnight UTC. A limit stops it and, except for ads and tasks, all payouts.',
      })}
      action={
        <PageLink to="/app/admin/outflow" className="link">
          {t({ id: 'admin.outflow.now', message: 'Current state' })}
        </PageLink>
      }
    >
      {(['daily_budgets', 'outflow_limits'] as const).map((name) => (
        <div key={name} id={fieldId(name)} tabIndex={-1}>
          {form.errors[name] && <FieldError id={`${name}-error`}>{form.errors[name]}</FieldError>}
        </div>
      ))}
      <div>
        {OutflowSource.options.map((source) => {
          const paid = PaidSource.options.find((name) => name === source)
          return (
            <Disclosure
              key={source}
              summary={
                <span className="grid">
                  <span>{sourceName(source)}</span>
                  <span className="text-sm font-normal text-muted">
                    {words({ budget: paid && wholeNumber(budgets[paid]), limits: limits[source] })}
                  </span>
                </span>
              }
            >
              <LimitFields
                budget={paid && budgets[paid]}
                limits={limits[source]}
                onBudget={(text) => paid && form.setFieldValue('daily_budgets', { ...budgets, [paid]: text })}
                onLimits={(next) => form.setFieldValue('outflow_limits', { ...limits, [source]: next })}
              />
            </Disclosure>
          )
        })}
      </div>
      {differs && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => form.setValues({ daily_budgets: noBudgets, outflow_limits: usual })}
        >
          {t({ id: 'admin.default', message: 'Default' })}
        </Button>
      )}
    </Card>
  )
}
