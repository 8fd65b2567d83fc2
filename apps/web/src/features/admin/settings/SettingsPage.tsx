import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { useQueryText } from '#base/route.ts'
import { admin, type SettingsAnswer } from '#features/admin/admin.ts'
import { AuditLog } from '#features/admin/audit/AuditLog.tsx'
import { settingName, type SettingName } from '#features/admin/settings/table/table.ts'
import { useTabInView } from '#features/admin/shared/use-tab-in-view.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeleton, Skeletons } from '#ui/state/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { SaveBar } from './SaveBar.tsx'
import { SettingCards } from './SettingCards.tsx'
import { fieldId } from './SettingInput.tsx'
import { useSettingsForm } from './settings-form.ts'
import { site } from './table/site.ts'
import { settingRows, settingsTable, tabOf, textOf, type SettingsTab } from './table/table.ts'
import '#web/styles/admin.css'

/** A form of its own, of which the other sections need nothing. */
const MethodsTab = lazy(() =>
  loadChunk(() => import('./MethodsTab.tsx').then((file) => ({ default: file.MethodsTab }))),
)

/** Everything that the owner can change while the site runs. */
export const SettingsPage = () => {
  const query = useQuery({ ...admin.query('settings'), staleTime: Infinity })
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.settings', message: 'Settings' })}
        lead={t({ id: 'admin.settings.lead', message: 'Changes take effect immediately.' })}
      />
      <Loaded query={query} loading={<Loading />}>
        {(answer) => <Parts answer={answer} />}
      </Loaded>
    </>
  )
}

const Loading = () => (
  <div className="grid gap-4" role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })}>
    <Skeleton height={11} className="rounded-m" />
    <Skeleton height={80} className="rounded-l" />
  </div>
)

const Parts = ({ answer }: { answer: SettingsAnswer }) => {
  const { tab: wanted, setting } = useQueryText()
  const { key: tab, cards } = settingsTable.find(({ key }) => key === wanted) ?? site
  // First the tab and then the field, which is what is to be seen.
  useTabInView(tab)
  const bringIntoView = useScrollToSetting(tab, setting)
  const settings = useSettingsForm({
    answer,
    onWrong: ([first]) => first !== undefined && bringIntoView(first),
  })
  return (
    // Where there is no finger to push them aside, the tabs stand below one another.
    <div className="lg:[&_.tabs]:flex-wrap">
      <SettingSearch onFind={bringIntoView} />
      <WaitingSettings answer={answer} />
      <Tabs
        label={t({ id: 'admin.settings.parts', message: 'Settings sections' })}
        tabs={settingsTable.map(({ key, label }) => ({ key, label: textOf(label) }))}
        value={tab}
        onValue={show}
      >
        {tab === 'methods' && (
          <Suspense fallback={<Skeletons heights={[80]} />}>
            <MethodsTab />
          </Suspense>
        )}
        {tab === 'log' && <AuditLog />}
        {tab !== 'methods' && tab !== 'log' && (
          <form noValidate onSubmit={settings.submit}>
            <SettingCards key={tab} settings={settings} cards={cards} />
            {/* Enter in a field sends the form only where there is a button for it. */}
            <input type="submit" hidden />
          </form>
        )}
      </Tabs>
      <SaveBar settings={settings} />
    </div>
  )
}

/** Leads to the field of a setting, once the part where it stands is drawn; the address may name one (`setting`). */
const useScrollToSetting = (tab: SettingsTab, named: string | undefined) => {
  const sought = useRef<string | null>(null)
  useEffect(() => {
    if (named !== undefined) focusOn(named)
  }, [named])
  useEffect(() => {
    if (sought.current !== null) focusOn(sought.current)
    sought.current = null
  }, [tab])
  return (name: string) => {
    if (tabOf(name) === tab) return focusOn(name)
    sought.current = name
    show(tabOf(name))
  }
}

const focusOn = (name: string): void => {
  document.getElementById(fieldId(name))?.focus()
}

const show = (tab: string): void => {
  history.replace(to('/app/admin/settings', { query: { tab } }))
}

/** Leads to a setting by a word of its name or of the part where it stands: they are too many to look through. */
const SettingSearch = ({ onFind }: { onFind: (name: string) => void }) => (
  <Select
    className="mb-4 max-w-96"
    label={t({ id: 'admin.settings.find', message: 'Search settings' })}
    placeholder={t({ id: 'admin.settings.findWords', message: 'Such as fee, referral or shortlink' })}
    options={settingRows
      .map(({ name, row, tab }) => ({ value: name, label: `${textOf(row.label)} · ${textOf(tab.label)}` }))
      .toSorted((a, b) => a.label.localeCompare(b.label))}
    value=""
    onChange={onFind}
  />
)

interface WaitingSettingsProps {
  answer: { readonly waiting: readonly string[]; readonly defaults: object }
}

/** Which settings keep their value until a second admin has accepted the change. */
export const WaitingSettings = ({ answer: { waiting, defaults } }: WaitingSettingsProps) => {
  const names = waiting.filter((name): name is SettingName => name in defaults)
  if (names.length === 0) return null
  return (
    <Alert
      tone="warn"
      title={t({ id: 'admin.settings.waiting', message: 'Changes waiting for a second admin' })}
      actions={
        <Button as={PageLink} to="/app/admin/approval" query={{ state: 'pending' }} size="small">
          {t({ id: 'setting.link', message: 'View approvals' })}
        </Button>
      }
    >
      {names.map(settingName).join(', ')}
    </Alert>
  )
}
