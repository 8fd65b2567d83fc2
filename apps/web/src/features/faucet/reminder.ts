import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { playChime, wakeOnTouch } from './chime.ts'

type Way = 'sound' | 'notice'
const storageKeys = { sound: 'faucetSound', notice: 'faucetNotice' } as const satisfies Record<Way, string>

const mayNotify = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'granted'

const isStored = (way: Way): boolean => {
  try {
    return localStorage.getItem(storageKeys[way]) === 'on'
  } catch {
    return false
  }
}

/** How this browser tells that the wait is over; a choice of the device, so it stays on the device. */
export const useReminder = create<Record<Way, boolean>>(() => ({
  sound: isStored('sound'),
  notice: isStored('notice') && mayNotify(),
}))

/** Switching the sound on plays it: so one knows it, and the browser allows it. */
export const switchSound = (on: boolean): void => {
  choose('sound', on)
  if (on) playChime()
}

export type NoticeOutcome = 'on' | 'off' | 'denied' | 'impossible'

/** Asks for permission, which only ever happens on the visitor's own click. */
export const switchNotice = async (on: boolean): Promise<NoticeOutcome> => {
  choose('notice', false)
  if (!on) return 'off'
  if (typeof Notification === 'undefined') return 'impossible'
  const permission = Notification.permission === 'granted' ? 'granted' : await Notification.requestPermission()
  if (permission !== 'granted') return 'denied'
  const shown = notify(t({ id: 'faucet.notice.on', message: 'We’ll notify you like this when your claim is ready.' }))
  if (!shown) return 'impossible'
  choose('notice', true)
  return 'on'
}

export interface ReminderState {
  seconds: number
  receivedAt: number
}

/** Rings when the wait is over: by a notification only where nobody is looking. */
export const useRingWhenReady = ({ seconds, receivedAt }: ReminderState): void => {
  const { sound, notice } = useReminder()
  const wanted = sound || notice
  const ring = useEffectEvent(() => {
    if (sound) playChime()
    if (notice && document.visibilityState === 'hidden') {
      notify(t({ id: 'faucet.notice.ready', message: 'Your next claim is ready.' }))
    }
  })
  useEffect(() => (sound ? wakeOnTouch() : undefined), [sound])
  useEffect(() => {
    const milliseconds = receivedAt + seconds * 1_000 - performance.now()
    if (!wanted || milliseconds <= 0) return
    return setAlarm(milliseconds, () => ring())
  }, [wanted, seconds, receivedAt])
}

/** False where a page may not do this itself: browsers of phones leave it to service workers. */
const notify = (text: string): boolean => {
  try {
    const shown = new Notification(document.title, { body: text, tag: 'faucet', icon: '/icon-192.png' })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
    })
    return true
  } catch {
    return false
  }
}

const choose = (way: Way, on: boolean): void => {
  useReminder.setState({ [way]: on })
  try {
    if (on) localStorage.setItem(storageKeys[way], 'on')
    else localStorage.removeItem(storageKeys[way])
  } catch {
    // What cannot be kept lasts as long as the page.
  }
}

/** Rings once after so many milliseconds, also in a hidden tab; the returned function calls it off. */
const setAlarm = (milliseconds: number, ring: () => void): (() => void) => {
  const worker = startWorker()
  if (!worker) {
    const timer = setTimeout(ring, milliseconds)
    return () => clearTimeout(timer)
  }
  worker.addEventListener('message', () => {
    worker.terminate()
    ring()
  })
  worker.postMessage(milliseconds)
  return () => worker.terminate()
}

const startWorker = (): Worker | undefined => {
  try {
    return new Worker(new URL('./alarm-worker.ts', import.meta.url), { type: 'module' })
  } catch {
    // Without threads the alarm of the page itself has to do.
    return undefined
  }
}
