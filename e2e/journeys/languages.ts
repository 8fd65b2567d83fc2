import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { accessibilityViolations } from '#e2e/accessibility.ts'
import { eventually, expectUrl, expectVisible, overflow } from '#e2e/assertions.ts'
import { mailedLink } from '#e2e/mail.ts'
import { journey } from '#e2e/runner.ts'
import { addMethod, places } from '#e2e/setup/fixtures.ts'
import { answerOf, choosePictures } from '#e2e/solve.ts'
import { password } from '#e2e/world.ts'

/** What a catalogue says, and for a message with placeholders a pattern of it. */
const wordsOf = (locale: string): ((id: string) => RegExp) => {
  const path = fileURLToPath(import.meta.resolve(`@runnel/web/src/locales/${locale}.po`))
  const catalogue = readFileSync(path, 'utf8')
  return (id) => {
    const said = new RegExp(`^msgid "${id.replaceAll('.', String.raw`\.`)}"\nmsgstr "(.*)"$`, 'm').exec(catalogue)?.[1]
    assert(said !== undefined && said !== '', `${locale}.po says nothing for ${id}`)
    // Only a plural has braces within braces.
    const pattern = said.split(/\{[^{}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    return new RegExp(`^${pattern.join('.+')}$`)
  }
}

/** What the page's own session has. */
const balanceOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const { user }: { user: { balance: number } } = await (await fetch('/api/user/me', { headers })).json()
    return user.balance
  })

const readers = [
  { locale: 'ar', languages: 'ar-EG', width: 360, name: 'nile' },
  { locale: 'pt-BR', languages: 'pt-BR', width: 1_280, name: 'amazonas' },
] as const

for (const { locale, languages, width, name } of readers)
  journey(`register, claim and withdraw in ${locale}`, async ({ world, visit }) => {
    const say = wordsOf(locale)
    const { page } = await visit({ width, languages })
    const method = await addMethod(
      world,
      { name: `Doge ${name}`, currency: 'DOGE', processor: 'sandbox', position: 1 },
      { minimum: 20, fee: 0 },
    )
    const fits = async (): Promise<void> => {
      const wrong = [...(await accessibilityViolations(page)), ...(await overflow(page))]
      assert.deepEqual(wrong, [])
    }

    // The browser's language leads to its own address, and from there to the account.
    await page.goto('/')
    await expectUrl(page, `/${locale}/`)
    const { lang, dir } = await page.evaluate(() => {
      const { lang: language, dir: direction } = document.documentElement
      return { lang: language, dir: direction }
    })
    assert.deepEqual({ lang, dir }, { lang: locale, dir: locale === 'ar' ? 'rtl' : 'ltr' })
    await page
      .getByRole('link', { name: say('home.start') })
      .first()
      .click()
    await page.getByLabel(say('auth.username')).fill(name)
    await page.getByLabel(say('auth.email')).fill(`${name}@example.com`)
    await page.getByLabel(say('auth.password')).fill(password)
    await fits()
    await page.getByRole('button', { name: say('auth.register.send') }).click()
    await expectUrl(page, '/app/dashboard')
    await page.goto(await mailedLink(world, { to: `${name}@example.com`, page: 'active' }))
    await page.getByRole('link', { name: say('auth.active.dashboard') }).click()
    const person = await world.db.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', name)
      .executeTakeFirstOrThrow()

    // The claim.
    await page.goto('/app/faucet')
    const check = page.getByRole('group', { name: say('captcha.pictures') })
    await check.waitFor()
    await answerOf({ world, person, family: 'image', shown: check.locator('.picture-tile') })
    await fits()
    await choosePictures({ world, person, where: check })
    await page.locator('.claim-bar button').click()
    await eventually(async () => assert((await balanceOf(page)) >= 30, 'the claim has paid what is withdrawn'))

    // The withdrawal, which the owner approves and the sandbox pays.
    await page.goto('/app/withdraw')
    await page.getByRole('radio', { name: `Doge ${name}` }).click()
    await page.getByLabel(say('withdraw.address')).fill(places.DOGE)
    await page.locator('input[inputmode=numeric]').first().fill('30')
    await page.getByRole('button', { name: say('withdraw.continue') }).click()
    const pictures = page.getByRole('group', { name: say('captcha.pictures') })
    await choosePictures({ world, person, where: pictures })
    await fits()
    await page.getByRole('button', { name: say('withdraw.send') }).click()
    const waiting = () =>
      world.db.read.selectFrom('withdrawals').select(['id', 'status']).where('user_id', '=', person.id).execute()
    await eventually(async () => assert.equal((await waiting()).length, 1))
    const [asked] = await waiting()
    await world.owner.api.admin.approveWithdrawals({ body: { ids: [asked?.id ?? ''] } })
    await expectVisible(page.locator('.table').first(), say('withdraw.status.paid'))
    await fits()
    // The next journeys of this site start from their own minimum.
    await world.owner.api.admin.editMethod({ params: { id: method._id }, body: { enabled: false } })
  })
