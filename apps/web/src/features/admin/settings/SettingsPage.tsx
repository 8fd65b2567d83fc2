import { t } from '@lingui/core/macro'
import { Settings } from '@runnel/contract/settings/settings'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { messageOf } from '#api/failure.ts'
import { history } from '#base/history.ts'
import { to } from '#base/paths.ts'
import { useQueryText } from '#base/route.ts'
import { admin, type SettingsAnswer } from '#features/admin/admin.ts'
import { AuditLog } from '#features/admin/audit/AuditLog.tsx'
import { Methods } from '#features/admin/method/Methods.tsx'
import { OutflowSettings } from '#features/admin/outflow/OutflowSettings.tsx'
import { Wallets } from '#features/admin/overview/Wallets.tsx'
import { BannerSettings } from '#features/admin/settings/cards/BannerSettings.tsx'
import { BonusSettings } from '#features/admin/settings/cards/BonusSettings.tsx'
import { CaptchaSettings } from '#features/admin/settings/cards/CaptchaSettings.tsx'
import { DepositSettings } from '#features/admin/settings/cards/DepositSettings.tsx'
import { FaucetSettings } from '#features/admin/settings/cards/FaucetSettings.tsx'
import { PayoutSettings } from '#features/admin/settings/cards/PayoutSettings.tsx'
import { PtcSettings } from '#features/admin/settings/cards/PtcSettings.tsx'
import { SiteSettings } from '#features/admin/settings/cards/SiteSettings.tsx'
import { TextSettings } from '#features/admin/settings/cards/TextSettings.tsx'
import { WaitingSettings } from '#features/admin/settings/cards/WaitingSettings.tsx'
import { useTabInView } from '#features/admin/shared/use-tab-in-view.ts'
import { Select } from '#ui/form/Select.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ErrorState } from '#ui/state/ErrorState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { SaveBar } from './SaveBar.tsx'
import { settingName, tabOf, type SettingName } from './setting-names.ts'
import { fieldId } from './SettingInput.tsx'
import { useSettingsForm } from './settings-form.ts'
import { tabName, settingsTabs, type SettingsTab } from './settings-tabs.ts'
import '#web/styles/admin.css'

/** Everything that the owner can change while the site runs. */
export const SettingsPage = () => {
  const { data, error, isFetching, refetch } = useQuery({ ...admin.query('settings'), staleTime: Infinity })
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.settings', message: 'Settings' })}
        lead={t({ id: 'admin.settings.lead', message: 'Changes take effect immediately.' })}
      />
      {!data && error && (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {messageOf(error)}
        </ErrorState>
      )}
      {!data && !error && (
        <div className="grid gap-4" role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })}>
          <Skeleton height={11} className="rounded-m" />
          <Skeleton height={80} className="rounded-l" />
        </div>
      )}
      {data && <Parts answer={data} />}
    </>
  )
}

const Parts = ({ answer }: { answer: SettingsAnswer }) => {
  const { tab: wanted } = useQueryText()
  const tab = settingsTabs.find((known) => known === wanted) ?? 'site'
  // First the tab and then the field, which is what is to be seen.
  useTabInView(tab)
  const bringIntoView = useScrollToSetting(tab)
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
        tabs={settingsTabs.map((key) => ({ key, label: tabName(key) }))}
        value={tab}
        onValue={(key) => show(settingsTabs.find((known) => known === key) ?? 'site')}
      >
        {tab === 'methods' && (
          <div className="grid gap-4">
            <Methods />
            <Wallets />
          </div>
        )}
        {tab === 'log' && <AuditLog />}
        {tab !== 'methods' && tab !== 'log' && (
          <form noValidate onSubmit={settings.submit}>
            {tab === 'site' && <SiteSettings settings={settings} />}
            {tab === 'faucet' && <FaucetSettings settings={settings} />}
            {tab === 'bonus' && <BonusSettings settings={settings} />}
            {tab === 'ptc' && <PtcSettings settings={settings} />}
            {tab === 'banners' && <BannerSettings settings={settings} />}
            {tab === 'deposits' && <DepositSettings settings={settings} />}
            {tab === 'payouts' && <PayoutSettings settings={settings} />}
            {tab === 'outflow' && <OutflowSettings settings={settings} />}
            {tab === 'captcha' && <CaptchaSettings settings={settings} />}
            {tab === 'texts' && <TextSettings settings={settings} />}
            {/* Enter in a field sends the form only where there is a button for it. */}
            <input type="submit" hidden />
          </form>
        )}
      </Tabs>
      <SaveBar settings={settings} />
    </div>
  )
}

/** Leads to the field of a setting, once the part where it stands is drawn. */
const useScrollToSetting = (tab: SettingsTab) => {
  const sought = useRef<string | null>(null)
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

const show = (tab: SettingsTab): void => {
  history.replace(to('/app/admin/settings', { query: { tab } }))
}

/** Leads to a setting by a word of its name or of the part where it stands: they are too many to look through. */
const SettingSearch = ({ onFind }: { onFind: (name: string) => void }) => (
  <Select
    className="mb-4 max-w-96"
    label={t({ id: 'admin.settings.find', message: 'Search settings' })}
    placeholder={t({ id: 'admin.settings.findWords', message: 'Such as fee, referral or shortlink' })}
    options={z
      .keyof(Settings)
      .options.map((name) => ({ value: name, label: labelOf(name) }))
      .toSorted((a, b) => a.label.localeCompare(b.label))}
    value=""
    onChange={onFind}
  />
)

const labelOf = (name: SettingName): string => `${settingName(name)} · ${tabName(tabOf(name))}`
