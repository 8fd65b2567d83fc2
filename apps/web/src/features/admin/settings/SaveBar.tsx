import { plural, t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { history, type Hold } from '#base/history.ts'
import { useRoute } from '#base/route.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingName } from './table/table.ts'

/** What is not saved yet; it stays in sight on every part of the settings. */
export const SaveBar = ({ settings: { form, changed, save, submit } }: { settings: SettingsForm }) => {
  useEffect(() => {
    if (changed.length === 0) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const free = guardLeaving(agreesToLose)
    return () => {
      window.removeEventListener('beforeunload', ask)
      free()
    }
  }, [changed.length])
  if (changed.length === 0) return null
  const names = changed.map(settingName).join(', ')
  return (
    <div className={barLook} role="region" aria-label={t({ id: 'admin.save.bar', message: 'Unsaved changes' })}>
      <p className="min-w-0 grow basis-56" aria-live="polite">
        <b className="block">
          {t({
            id: 'admin.save.count',
            message: plural(changed.length, { one: '# unsaved change', other: '# unsaved changes' }),
          })}
        </b>
        <span className="line-clamp-2 text-sm text-muted">{names}</span>
      </p>
      <Button className="max-sm:grow" disabled={save.isPending} onClick={() => form.reset()}>
        {t({ id: 'admin.save.discard', message: 'Discard' })}
      </Button>
      <Button className="max-sm:grow" variant="primary" busy={save.isPending} onClick={() => submit()}>
        {t({ id: 'setting.save', message: 'Save' })}
      </Button>
    </div>
  )
}

const agreesToLose = (): Promise<boolean> =>
  confirm({
    title: t({ id: 'admin.save.leave', message: 'Leave without saving?' }),
    text: t({ id: 'admin.save.leaveText', message: 'Your unsaved changes will be lost.' }),
    confirmLabel: t({ id: 'admin.save.leaveYes', message: 'Leave' }),
    cancelLabel: t({ id: 'admin.save.stay', message: 'Keep editing' }),
    danger: true,
  })

const barLook = [
  'sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-2.5 rounded-l border border-line bg-surface p-3 pl-4',
  '[box-shadow:var(--lift-2)] max-lg:bottom-20',
].join(' ')

/** Leaving this page asks first, until what it gives is called. */
export const guardLeaving = (mayLeave: () => Promise<boolean>): (() => void) => {
  const { pathname } = window.location
  const entry: unknown = window.history.state
  const free = () => history.hold(() => false)
  const ask = async (go: () => void) => {
    if (!(await mayLeave())) return
    free()
    go()
  }
  const hold: Hold = (go, address) => {
    if (new URL(address ?? '', window.location.href).pathname === pathname) return false
    // The browser goes back without asking: the page that must stay takes its place again.
    if (address === undefined) {
      const query = new URLSearchParams(useRoute.getState().shown?.query)
      window.history.pushState(entry, '', query.size === 0 ? pathname : `${pathname}?${query}`)
    }
    void ask(go)
    return true
  }
  history.hold(hold)
  return free
}
