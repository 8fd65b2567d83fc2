import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { to } from '#base/paths.ts'
import { useSite } from '#features/home/home.ts'

/** Puts a word before the title of this page while it is shown: the clock, for those who look at another tab. */
export function useTitleLead(lead: string): void {
  const { name } = useSite()
  const plain = `${t({ id: 'page.faucet', message: 'Faucet' })} · ${name}`
  useEffect(() => {
    // The next page has its own title by the time this one is taken down.
    if (isHere()) document.title = lead === '' ? plain : `${lead} · ${plain}`
  }, [lead, plain])
  useEffect(
    () => () => {
      if (isHere()) document.title = plain
    },
    [plain],
  )
}

function isHere(): boolean {
  return window.location.pathname === to('/app/faucet')
}
