import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'

/** Chromium's, which no library of types knows; `head-script.ts` keeps it for whoever offers it. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

const dismissedKey = 'installNote'

/** Offers to keep the site among the apps of the device; whoever says no is never asked again. */
export const InstallNote = () => {
  const [offer, setOffer] = useState(readOffer)
  if (offer === null) return null
  const dismiss = () => {
    remember()
    setOffer(null)
  }
  const install = () => {
    if (offer !== 'by hand') void offer.prompt().catch(() => undefined)
    // Either way it has been answered.
    dismiss()
  }
  return (
    <Alert
      tone="plain"
      title={t({ id: 'install.title', message: 'Keep this site on your home screen' })}
      actions={
        <>
          {offer !== 'by hand' && (
            <Button variant="primary" size="small" onClick={install}>
              {t({ id: 'install.yes', message: 'Install app' })}
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={dismiss}>
            {t({ id: 'install.no', message: 'No, thanks' })}
          </Button>
        </>
      }
    >
      {offer === 'by hand'
        ? t({ id: 'install.byHand', message: 'Tap Share, then “Add to Home Screen”.' })
        : t({ id: 'install.text', message: 'It opens like an app and takes almost no space.' })}
    </Alert>
  )
}

const readOffer = (): InstallEvent | 'by hand' | null => {
  if (isDismissed() || window.matchMedia('(display-mode: standalone)').matches) return null
  const { installOffer } = window as { installOffer?: InstallEvent }
  if (installOffer) return installOffer
  // Only the browser of iPhones and iPads has this, and it never offers by itself.
  const { standalone } = navigator as { standalone?: boolean }
  return standalone === false ? 'by hand' : null
}

const isDismissed = (): boolean => {
  try {
    return localStorage.getItem(dismissedKey) !== null
  } catch {
    // What cannot be remembered is not offered: it would come back for ever.
    return true
  }
}

const remember = (): void => {
  try {
    localStorage.setItem(dismissedKey, 'no')
  } catch {
    // See above.
  }
}
