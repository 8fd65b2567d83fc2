import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { to } from '#base/paths.ts'
import { useSite } from '#features/home/home.ts'

/** Puts a word before the title of the page of an ad in its own tab, for those who look at that one. */
export function useTitleLead(lead: string): void {
  const { name } = useSite()
  const plain = `${t({ id: 'page.ptc.redirect', message: 'View Ad' })} · ${name}`
  useEffect(() => {
    if (lead === '' || !isHere()) return
    document.title = `${lead} · ${plain}`
    return () => {
      // The next page has its own title by the time this one is taken down.
      if (isHere()) document.title = plain
    }
  }, [lead, plain])
}

function isHere(): boolean {
  return window.location.pathname === to('/app/ptc/redirect')
}
