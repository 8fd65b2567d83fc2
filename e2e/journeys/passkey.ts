import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { expectHidden, expectUrl, expectVisible, heading } from '#e2e/assertions.ts'
import { journey } from '#e2e/runner.ts'

/** A device with a screen lock that its person opens whenever it is asked for. */
const giveScreenLock = async (page: Page) => {
  const line = await page.context().newCDPSession(page)
  await line.send('WebAuthn.enable')
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    keys: async () => (await line.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    refuse: () => line.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  }
}

journey('a passkey is added, signs in without a password, and is removed', async ({ world, visit }) => {
  // Browsers keep passkeys for names, not for numbers.
  const node = await world.nodeAt('localhost')
  try {
    const person = await world.person('keeps_a_key')
    const { page } = await visit({ as: person, address: node.address })
    const lock = await giveScreenLock(page)
    await page.goto('/app/account')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await expectVisible(page.getByRole('main'), 'Passkey 1')
    assert.equal(await lock.keys(), 1)

    await page.getByRole('button', { name: `Account menu for ${person.username}` }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectUrl(page, '/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectUrl(page, '/app/dashboard')
    await heading(page, 'Dashboard')

    await page.goto('/app/account')
    await page.getByRole('button', { name: 'Remove Passkey 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expectHidden(page.getByRole('main'), 'Passkey 1')
    // The device still has it, and the site takes it no more.
    await page.getByRole('button', { name: `Account menu for ${person.username}` }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectVisible(page, /passkey/i)
    await expectUrl(page, '/login')
  } finally {
    await node.stop()
  }
})
