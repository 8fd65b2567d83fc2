import { t } from '@lingui/core/macro'
import { OutflowSource, PaidSource } from '@runnel/contract/outflow'
import { PageLink } from '#base/PageLink.tsx'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import { draftOf, wholeNumber } from '#features/admin/settings/settings-draft.ts'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { useLimitsText } from './limit-labels.ts'
import { LimitFields } from './LimitFields.tsx'
import { sourceName } from './source-name.ts'

/** How much each source may pay, and what stops it. */
export const SourceLimits = ({ settings: { form, answer } }: { settings: SettingsForm }) => {
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
          {t({ id: 'admin.outflow.default', message: 'Default' })}
        </Button>
      )}
    </Card>
  )
}
