import { randomBytes } from 'node:crypto'
import type { AntibotChallenge, CaptchaChallenge } from '@runnel/contract/check/captcha'
import { seededRandom, type Random } from '@runnel/server/src/guard/captcha-image/random.ts'
import { createBrowserChallenge } from '@runnel/server/src/guard/check/browser-challenge.ts'
import { openChallenge, proofKey, sealChallenge } from '@runnel/server/src/guard/check/challenge-envelope.ts'
import type { EnvelopePayload } from '@runnel/server/src/guard/check/envelope.ts'
import { checkProof } from '@runnel/server/src/guard/check/proof.ts'
import { allOptions, falseSolution, trapsIn } from '@runnel/server/src/guard/check/trap-options.ts'
import { createSecrets } from '@runnel/server/src/kernel/secrets.ts'
import { runInstrument } from '@runnel/web/src/features/antibotlinks/browser-challenge.ts'
import { ClickRun } from '@runnel/web/src/features/antibotlinks/click-run.ts'
import { followClicks, type ClickLike } from '@runnel/web/src/features/antibotlinks/clicks.ts'
import { signProof } from '@runnel/web/src/features/antibotlinks/proof.ts'
import { HumanCheckRun } from '@runnel/web/src/features/captcha/human-check.ts'
import type { Bar } from './bar.ts'

const secrets = createSecrets('honest clients')
const BEGAN = Date.UTC(2030, 0, 1)
const SECONDS = 150

interface Asked {
  readonly payload: EnvelopePayload
  readonly token: string
  readonly shown: readonly string[]
}

const newId = (): string => randomBytes(8).toString('base64url')

/** A challenge as the site sends it, but for the pictures: an honest client does not read them. */
const issue = (now: number, family: 'order' | 'image' | 'none', count: number): Asked => {
  const payload = { c: newId(), u: 'user', a: 'faucet', s: 'session', p: family, e: now / 1_000 + SECONDS }
  const shown = Array.from({ length: count }, newId)
  return { payload, token: sealChallenge(secrets, payload, new Date(now)), shown }
}

const options = (ids: readonly string[]) => ids.map((id) => ({ id, src: '', width: 145, height: 105 }))
const decoysOf = ({ payload: { c: id }, shown: optionIds }: Asked) => ({
  solution: falseSolution(secrets, { id, optionIds, pick: 3 }),
  options: allOptions(secrets, { id, optionIds }),
})

const orderOf = (asked: Asked, captcha: boolean): AntibotChallenge => ({
  id: asked.token,
  instruction: { src: '', width: 348, height: 88 },
  antibotlinks: options(asked.shown),
  pick: asked.shown.length > 0 ? 3 : 0,
  captcha,
  expiresIn: SECONDS,
  k: proofKey(secrets, asked.payload).toString('base64url'),
  instrument: createBrowserChallenge(secrets.key('instrument'), asked.payload.c).program,
  alternatives: [],
  pow: null,
  ...(asked.shown.length > 0 ? decoysOf(asked) : {}),
})

const glanceOf = (asked: Asked): CaptchaChallenge => ({
  id: asked.token,
  width: 145,
  height: 105,
  reference: null,
  images: options(asked.shown),
  pow: null,
  alternatives: [],
  expiresIn: SECONDS,
  external: null,
  ...decoysOf(asked),
})

/** What the site's own check makes of an answer: the traps that it hit. */
const trapsOf = (asked: Asked, answered: readonly string[], now: number): string[] => {
  const opened = openChallenge(secrets, asked.token, new Date(now))
  const forged = !opened.ok && opened.reason === 'forged' ? ['forged'] : []
  return [...forged, ...trapsIn(secrets, asked.payload.c, answered)]
}

const click = (random: Random): ClickLike => ({
  isTrusted: true,
  detail: random() < 0.8 ? 1 : 0,
  offsetX: Math.floor(random() * 140),
  offsetY: Math.floor(random() * 100),
  pointerType: random() < 0.5 ? 'mouse' : 'touch',
})

/** One visit: loads, clicks at random, undoes, reloads, double clicks, loses connections and sends again. */
const visit = async (random: Random): Promise<string[]> => {
  let now = BEGAN + Math.floor(random() * 86_400_000)
  const isOrder = random() < 0.3
  const asked: Asked[] = []
  const given = <T>(one: Asked, made: T): T => {
    asked.push(one)
    return made
  }
  const none = { solve: () => Promise.reject(new Error('there is no work')), now: () => now }
  const run = new ClickRun({
    ask: async () => {
      const one = issue(now, isOrder ? 'order' : 'none', isOrder ? 5 : 0)
      return given(one, orderOf(one, !isOrder))
    },
    ...none,
  })
  const check = new HumanCheckRun({
    ask: async () => {
      const one = issue(now, 'image', 6)
      return given(one, glanceOf(one))
    },
    ...none,
  })
  const found: string[] = []
  const start = async (): Promise<void> => {
    run.renew()
    if (!isOrder) check.renew()
    await new Promise(setImmediate)
    run.painted()
  }
  await start()
  const clicks = followClicks({ clock: () => now })
  const steps = 1 + Math.floor(random() * 8)
  for (let step = 0; step < steps; step += 1) {
    now += Math.floor(random() * (random() < 0.05 ? 200_000 : 1_500))
    const dice = random()
    if (dice < 0.06) await start()
    else if (dice < 0.14) run.undo()
    else {
      const event = click(random)
      clicks.clicked(event)
      const tiles = run.state.getState().challenge?.antibotlinks ?? []
      const images = check.state.getState().challenge?.images ?? []
      const at = random()
      const chosen = (isOrder ? tiles : images)[Math.floor(at * (isOrder ? tiles : images).length)]
      if (chosen !== undefined && isOrder) run.choose(chosen.id, event)
      else if (chosen !== undefined) check.toggle(chosen.id)
    }
  }
  const [order, glance] = [await run.take(), isOrder ? null : await check.take()]
  // A retry after a lost connection and a double click send the same once more.
  const times = random() < 0.2 ? 2 : 1
  for (let time = 0; time < times; time += 1) {
    for (const [id, ids] of [
      [order?.antibot.id, order?.antibot.order ?? []],
      [glance?.id, glance?.picks ?? []],
    ] as const) {
      const one = asked.find(({ token }) => token === id)
      if (one !== undefined) found.push(...trapsOf(one, ids, now))
    }
  }
  const [first] = asked
  if (first !== undefined && order !== null)
    found.push(...(await proofTraps(first, order.antibot.order ?? [], clicks, now)))
  return found
}

/** The headers that the product's page signs, judged by the product's server. */
const proofTraps = async (
  { payload, token }: Asked,
  order: readonly string[],
  clicks: ReturnType<typeof followClicks>,
  now: number,
): Promise<readonly string[]> => {
  const { program, value } = createBrowserChallenge(secrets.key('instrument'), payload.c)
  const key = proofKey(secrets, payload)
  const headers = await signProof({
    id: token,
    k: key.toString('base64url'),
    order,
    duration: clicks.duration(),
    browser: { signs: new Set(), components: 'abcdefgh', instrument: instrumentOf(program, value) },
    conduct: clicks.signs(),
  })
  const challenge = { id: token, order, key, instrument: value }
  const proof = checkProof({ headers, challenge, isSecure: true, serverElapsedMs: now - BEGAN })
  return [...proof.traps, ...proof.marks.flatMap(({ reason }) => (reason === 'bad-key' ? [reason] : []))]
}

/** There is no page here to measure on; where there is one, the page's own program is asked. */
const instrumentOf = (program: string, value: number): number => {
  try {
    return runInstrument(program)
  } catch {
    return value
  }
}

/** T1: clients made of the product's own code, with random clicks, hit no trap. */
export const honestBar = async (rounds = 100_000): Promise<Bar> => {
  // The runs look at the page's visibility and keep what they know in the browser's storage.
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  Object.assign(globalThis, { document: { visibilityState: 'visible' }, localStorage: storage })
  const random = seededRandom('honest')
  const hits: string[] = []
  for (let round = 0; round < rounds; round += 1) hits.push(...(await visit(random)))
  return {
    bar: `T1 traps hit by ${rounds.toLocaleString('en')} random honest clients`,
    goal: '0',
    measured: hits.length === 0 ? '0' : `${hits.length} (${[...new Set(hits)].join(', ')})`,
    held: hits.length === 0,
  }
}

if (import.meta.main) console.table([await honestBar(Number(process.argv[2] ?? 100_000))])
