import assert from 'node:assert/strict'
import { codeOf } from '@runnel/server/src/test/authenticator.ts'
import { startOpenId } from '@runnel/server/src/test/fakes/oidc/openid.ts'
import { startTelegramLogin } from '@runnel/server/src/test/fakes/oidc/telegram-login.ts'
import type { Page } from 'playwright-core'
import { expectUrl, heading, expectVisible, expectTitle, toast } from '#e2e/assertions.ts'
import { type JourneyContext, journey } from '#e2e/runner.ts'
import { expireStepUp, switchOnTwoStep } from '#e2e/setup/accounts.ts'
import { password, type World } from '#e2e/world.ts'

/** A real provider of OpenID Connect in the place of Google, and the site set up for it, while `work` lasts. */
const withProvider = async (
  { world }: JourneyContext,
  work: (provider: Awaited<ReturnType<typeof startOpenId>>) => Promise<void>,
): Promise<void> => {
  const provider = await startOpenId({ redirectUri: `${world.address}/login/callback/google` })
  const { issuer, clientId, clientSecret } = provider
  await world.settings({ google_issuer: issuer, google_client_id: clientId, google_client_secret: clientSecret })
  try {
    await work(provider)
  } finally {
    await world.settings({ google_client_id: '', google_client_secret: '' })
    await provider.close()
  }
}

/** The provider's own pages: a name, and a yes. */
const signInThere = async (page: Page, { issuer }: { issuer: string }, name: string): Promise<void> => {
  await page.waitForURL((url) => url.href.startsWith(issuer))
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/interaction\/.+/)
  await page.locator('button[type=submit]').click()
}

const typePassword = async (page: Page, { login, secret }: { login: string; secret: string }): Promise<void> => {
  await page.getByLabel('Username or email').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const signOut = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `Account menu for ${name}` }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectUrl(page, '/login')
}

journey('somebody new comes by Google, chooses a name, and sets a password', (gear) =>
  withProvider(gear, async (provider) => {
    const { page } = await gear.visit()
    provider.welcome({ sub: 'otter-1', email: 'quiet.otter@example.com', email_verified: true })
    await page.goto('/app/faucet')
    await expectUrl(page, '/login?redirect=/app/faucet')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await signInThere(page, provider, 'otter-1')
    await expectUrl(page, '/app/account/init?redirect=/app/faucet')
    await expectTitle(page, 'Choose a username · Runnel')
    // Nothing else is open before.
    await page.goto('/app/dashboard')
    await expectUrl(page, '/app/account/init')
    await page.getByLabel('Username').fill('admin')
    await page.getByRole('button', { name: 'Save username' }).click()
    await expectVisible(page.getByRole('main'), 'This username is reserved.')
    await page.getByLabel('Username').fill('quiet_otter')
    await page.getByRole('button', { name: 'Save username' }).click()
    await expectUrl(page, '/app/dashboard')
    await toast(page, 'Success', 'Welcome, quiet_otter!')
    await page.goto('/app/account')
    await expectVisible(page, 'You don’t have a password yet. Set one as another way to sign in.')
    await expectVisible(page, 'Set a password first. Without one, you couldn’t sign in anymore.')
    await page.getByLabel('New password').fill('nine calm herons wade')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('button', { name: 'Unlink Google' }).waitFor()
    await signOut(page, 'quiet_otter')
    await typePassword(page, { login: 'quiet_otter', secret: 'nine calm herons wade' })
    await expectUrl(page, '/app/dashboard')
  }),
)

journey('an account with the same address is linked by its password, once', (gear) =>
  withProvider(gear, async (provider) => {
    const person = await gear.world.person('had_one')
    provider.welcome({ sub: 'had-one', email: person.email, email_verified: true })
    const { page } = await gear.visit()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await signInThere(page, provider, 'had-one')
    await heading(page, 'You already have an account')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Link and sign in' }).click()
    await expectVisible(page.getByRole('main'), 'Wrong password.')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expectUrl(page, '/app/dashboard')
    await signOut(page, 'had_one')
    // From now on Google is enough, and the provider knows them still.
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expectUrl(page, '/app/dashboard')
    await page.goto('/app/account')
    await page.getByRole('button', { name: 'Unlink Google' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink Google' }).click()
    await page.getByRole('button', { name: 'Link Google account' }).waitFor()
  }),
)

journey('whoever gives up at Google is told, and goes another way', (gear) =>
  withProvider(gear, async () => {
    const { page } = await gear.visit()
    await page.goto('/login/callback/google?error=access_denied&state=abc')
    await expectVisible(page, 'Google sign-in canceled')
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await expectUrl(page, '/login')
    await page.goto('/login/callback/google?code=made-up&state=made-up')
    await expectVisible(page.getByRole('main'), 'Start again.')
  }),
)

journey('Telegram is linked on the account page, signs in from then on, and opens nothing for others', async (gear) => {
  const { world, visit } = gear
  const telegram = await startTelegramLogin({ redirectUri: `${world.address}/login/callback/telegram` })
  const { issuer, clientId, clientSecret } = telegram
  await world.settings({ telegram_issuer: issuer, telegram_client_id: clientId, telegram_client_secret: clientSecret })
  try {
    const { page } = await visit({ as: await world.person('tg_heron') })
    telegram.welcome({ sub: '424242', preferred_username: 'grey_heron' })
    await page.goto('/app/account')
    await page.getByRole('button', { name: 'Link Telegram account' }).click()
    await page.getByRole('link', { name: 'Log in' }).click()
    await expectUrl(page, '/app/account')
    await expectVisible(page.getByRole('main'), '@grey_heron')
    await page.getByRole('button', { name: 'Unlink Telegram' }).waitFor()
    await signOut(page, 'tg_heron')
    await page.getByRole('button', { name: 'Continue with Telegram' }).click()
    await page.getByRole('link', { name: 'Log in' }).click()
    await expectUrl(page, '/app/dashboard')
    await signOut(page, 'tg_heron')
    telegram.welcome({ sub: '515151', name: 'Nobody here' })
    await page.getByRole('button', { name: 'Continue with Telegram' }).click()
    await page.getByRole('link', { name: 'Log in' }).click()
    await expectVisible(page, 'Telegram sign-in failed')
    await expectVisible(page.getByRole('main'), 'This Telegram account isn’t linked to an account here.')
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await expectUrl(page, '/login')
  } finally {
    await world.settings({ telegram_client_id: '', telegram_client_secret: '' })
    await telegram.stop()
  }
})

const secretOf = async (page: Page): Promise<string> => {
  const text = await page.getByRole('main').locator('code').first().innerText()
  return text.replaceAll(/\s/g, '')
}

const switchOn = async (page: Page): Promise<{ secret: string; kept: string }> => {
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByLabel('Password', { exact: true }).fill('not the password')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expectVisible(question, 'Wrong password.')
  await question.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'QR code with the setup key' }).waitFor()
  const secret = await secretOf(page)
  await page.getByLabel('Authentication code').fill(codeOf(secret, new Date()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expectVisible(page, 'Save your recovery codes')
  const codes = await page
    .getByRole('list', { name: /^Recovery codes for/ })
    .getByRole('listitem')
    .allInnerTexts()
  assert.equal(codes.length, 10)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  assert.equal((await download).suggestedFilename(), 'recovery-codes.txt')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expectVisible(page, '10 recovery codes are left.')
  return { secret, kept: codes[0] ?? '' }
}

const proofless = async (world: World, name: string) => {
  const person = await world.person(name)
  await expireStepUp(world, person)
  return person
}

journey('a second step is switched on, asked for, and a lost phone does not lock anybody out', async (gear) => {
  const { world, visit } = gear
  const { page } = await visit({ as: await proofless(world, 'two_keys') })
  await page.goto('/app/account')
  // Whoever thinks better of it has changed nothing.
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Cancel' }).click()
  await expectVisible(page, 'Confirm your identity to continue.')
  await page.reload()
  const { secret, kept } = await switchOn(page)
  await signOut(page, 'two_keys')

  await page.goto('/login?redirect=/app/withdraw')
  await typePassword(page, { login: 'two_keys', secret: password })
  await heading(page, 'Two-factor authentication')
  const code = page.getByLabel('Authentication code')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectVisible(page.getByRole('main'), /^Wrong or already used code/)
  await code.fill(codeOf(secret, new Date(Date.now() + 30_000)))
  await page.keyboard.press('Enter')
  await expectUrl(page, '/app/withdraw')
  await signOut(page, 'two_keys')

  await typePassword(page, { login: 'two_keys', secret: password })
  await page.getByRole('button', { name: /^Use a recovery code/ }).click()
  await page.getByLabel('Recovery code').fill(kept)
  await page.keyboard.press('Enter')
  await expectUrl(page, '/app/dashboard')
  await page.goto('/app/account')
  await expectVisible(page, '9 recovery codes are left.')
})

journey('the site’s people are led to their second step before they do anything as such', async ({ world, visit }) => {
  const { owner, ownerPassword } = world
  const { page } = await visit({ as: await world.moderator('second_step_mod') })
  // Without one of their own the owner could not take the setting back.
  const { secret } = await switchOnTwoStep(owner)
  await world.settings({ two_step_staff: true })
  try {
    await page.goto('/app/admin/task')
    await expectUrl(page, '/app/account')
    await expectVisible(page, 'This site requires two-factor authentication')
    await page.getByRole('link', { name: 'Set up two-factor authentication' }).click()
    await expectUrl(page, '/app/account')
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).waitFor()
  } finally {
    await world.settings({ two_step_staff: false })
    const code = codeOf(secret, new Date(Date.now() + 30_000))
    await owner.api.twoStep.disable({ body: { password: ownerPassword, code } })
  }
})
