import { expect, test } from 'vitest'
import { seededRandom } from '#guard/captcha-image/random.ts'
import { syncedAccounts, areSynced, type Slots, slotsOf } from './synced-activity.ts'

const HOUR = 3_600_000
const start = Date.UTC(2030, 0, 1)

/** One claim in each waking hour of some days, at a minute that `minute` says. */
const hourly = (minute: (day: number, hour: number) => number): Slots =>
  slotsOf(
    Array.from({ length: 7 }, (_, day) =>
      Array.from({ length: 12 }, (_unused, index) => {
        const hour = 8 + index
        return new Date(start + (day * 24 + hour) * HOUR + minute(day, hour) * 60_000)
      }),
    ).flat(),
  )

const random = seededRandom('sync')
const plan = Array.from({ length: 7 * 24 }, () => 60 * random())
const planned = (jitter: number) => hourly((day, hour) => ((plan[day * 24 + hour] ?? 0) + jitter * random()) % 60)
const alone = () => hourly(() => 60 * random())

test('one plan moves accounts together, the same hours of the day do not', () => {
  expect(areSynced(planned(2), planned(2))).toBe(true)
  for (let pair = 0; pair < 50; pair += 1) expect(areSynced(alone(), alone())).toBe(false)
})

test('what fills every slot says nothing, and neither does what hardly came', () => {
  const everySlot = slotsOf(Array.from({ length: 7 * 144 }, (_, index) => new Date(start + index * 600_000)))
  expect(areSynced(everySlot, everySlot)).toBe(false)
  const few = planned(0).slice(0, 30)
  expect(areSynced(few, few)).toBe(false)
})

test('each account is told its companions, whoever referred them, without comparing everybody', () => {
  const herd = Array.from({ length: 8 }, (_, index) => ({ id: `h${index}`, referrer: 'r', slots: planned(2) }))
  const others = Array.from({ length: 60 }, (_, index) => ({ id: `p${index}`, referrer: null, slots: alone() }))
  const found = syncedAccounts([...herd, ...others])
  for (const { id } of herd)
    expect(
      found
        .get(id)
        ?.map((other) => other.id)
        .toSorted(),
    ).toHaveLength(7)
  for (const { id } of others) expect(found.get(id)).toBeUndefined()
})
