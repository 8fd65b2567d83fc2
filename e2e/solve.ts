import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { draw } from '@runnel/server/src/guard/captcha-image/draw.ts'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '#e2e/assertions.ts'
import type { World } from '#e2e/world.ts'

export interface CaptchaSolveOptions {
  readonly page: Page
  readonly world: World
  /** Whose challenge it is. */
  readonly person: { readonly id: string }
  /** Wrong on purpose: the right pictures the other way round, or one too few. */
  readonly wrong?: boolean
  /** By the keys 1 to 5 instead of clicks. */
  readonly byKeys?: boolean
}

export const claimButton = (page: Page): Locator => page.getByRole('button', { name: /^Claim \d+ units?$/ })

/** A person looks before each click; quicker hands than this are not believed (ANTIBOT.md 3.3). */
const lookMs = 450

/**
 * Solves what a claim asks for: the short check, the click order after wrong answers, or nothing. Only the way to
 * know the answer is not a person's: the server reads it from the stored recipe.
 */
export const solvePictures = async (options: CaptchaSolveOptions): Promise<void> => {
  const { page, world, person, wrong = false, byKeys = false } = options
  const [order, glance] = [page.getByRole('region', { name: 'Captcha' }), checkOf(page)]
  const none = page.getByText('No captcha this time')
  await order.or(glance).or(none).first().waitFor()
  if (await none.isVisible()) return
  if (await glance.isVisible()) {
    await pause(1_000)
    await choosePictures({ world, person, where: glance, wrong, byKeys })
    return
  }
  const right = await answerOf({ world, person, family: 'order', shown: order.locator('.picture-tile') })
  await pause(1_000)
  for (const index of wrong ? right.toReversed() : right) {
    await pause(lookMs)
    if (byKeys) await page.keyboard.press(String(index + 1))
    else await press(order.locator('.picture-tile').nth(index))
  }
  await order.getByText('All images selected.').waitFor()
}

/** The short check of a page. */
export const checkOf = (page: Page): Locator => page.getByRole('group', { name: 'Select all matching images' })

/** No hand hits the same point of every picture. */
const press = (tile: Locator): Promise<void> =>
  tile.click({ position: { x: 15 + Math.random() * 40, y: 15 + Math.random() * 30 } })

interface ChoosePicturesInput extends Pick<CaptchaSolveOptions, 'world' | 'person' | 'wrong' | 'byKeys'> {
  readonly where: Locator
  /** Pictures that are chosen already. */
  readonly without?: readonly number[]
}

/** Chooses every picture of an image captcha that fits. */
export const choosePictures = async ({
  world,
  person,
  where,
  wrong = false,
  byKeys = false,
  without = [],
}: ChoosePicturesInput): Promise<void> => {
  const tiles = where.locator('.picture-tile')
  const right = await answerOf({ world, person, family: 'image', shown: tiles })
  for (const index of (wrong ? right.slice(1) : right).filter((one) => !without.includes(one))) {
    await pause(lookMs / 2)
    if (byKeys) {
      await tiles.nth(index).focus()
      await where.page().keyboard.press('Space')
    } else {
      await press(tiles.nth(index))
    }
  }
}

interface Asked extends Pick<CaptchaSolveOptions, 'world' | 'person'> {
  readonly family: 'order' | 'image'
  readonly shown: Locator
}

/** Waits until the pictures on the page are those of this person's open challenge, and gives the right ones. */
export const answerOf = ({ world, person, family, shown }: Asked): Promise<readonly number[]> =>
  eventually(async () => {
    const row = await world.db.read
      .selectFrom('challenges')
      .select('recipe')
      .where('user_id', '=', person.id)
      .where('family', '=', family)
      .where('used_at', 'is', null)
      .orderBy('issued_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    assert(row?.recipe, `an open challenge with pictures (${family})`)
    const { tiles, answer } = await draw(row.recipe, world.pictureSeed)
    assert.equal(await shown.count(), tiles.length)
    const source = await shown.first().locator('img').getAttribute('src', { timeout: 1_000 })
    assert.equal(
      source,
      `data:image/jpeg;base64,${tiles[0]?.bytes.toString('base64')}`,
      'these very pictures are shown',
    )
    return answer
  })
