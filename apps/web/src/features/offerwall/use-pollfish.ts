import { useEffect, useRef, useState } from 'react'
import type { PollfishConfig } from './offerwall.ts'

/** How the surveys stand; `blocked` means that their script did not come, as behind an ad blocker. */
export type SurveyState = 'loading' | 'shown' | 'none' | 'ineligible' | 'done' | 'closed' | 'blocked'

const states: Readonly<Record<string, SurveyState>> = {
  ready: 'shown',
  available: 'shown',
  none: 'none',
  ineligible: 'ineligible',
  done: 'done',
  closed: 'closed',
  blocked: 'blocked',
}

/** Who blocks the script may block its answers too. */
const patienceMs = 20_000

/** Talks with the document in which Pollfish runs; it is told what it needs and can reach nothing else of ours. */
export const usePollfish = (config: PollfishConfig) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<SurveyState>('loading')
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      const inner = innerOf(frame.current)
      if (inner === undefined || source !== inner) return
      const word = wordOf(data)
      if (word === 'hello') inner.postMessage({ pollfish: 'start', config: parametersOf(config) }, '*')
      const next = states[word]
      if (next) setState(next)
    }
    window.addEventListener('message', hear)
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'blocked' : now)), patienceMs)
    return () => {
      window.removeEventListener('message', hear)
      clearTimeout(timer)
    }
  }, [config])
  const show = () => {
    innerOf(frame.current)?.postMessage({ pollfish: 'show' }, '*')
    setState('shown')
  }
  return { frame, state, show }
}

/** The frame within ours is the one that has no origin; see app-pollfish.ts of the server. */
const innerOf = (frame: HTMLIFrameElement | null): Window | undefined => frame?.contentWindow?.[0]

const wordOf = (data: unknown): string => {
  if (typeof data !== 'object' || data === null || !('pollfish' in data)) return ''
  return typeof data.pollfish === 'string' ? data.pollfish : ''
}

/** By the names that their script reads (PROTOCOLS.md 2.2). */
export const parametersOf = (config: PollfishConfig): Record<string, unknown> => {
  const { apiKey, userId, clickId, rewardConversion, rewardName, signature, debug } = config
  return {
    api_key: apiKey,
    user_id: userId,
    click_id: clickId,
    clickId,
    debug,
    ...(rewardName !== '' && { rewardName }),
    // What is signed is its text, so it is a number only where that writes the same.
    ...(rewardConversion !== '' && { rewardConversion: plainNumber(rewardConversion) ?? rewardConversion }),
    ...(signature !== '' && { sig: signature }),
  }
}

const plainNumber = (text: string): number | null => {
  const number = Number(text)
  return String(number) === text ? number : null
}
