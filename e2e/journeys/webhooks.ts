import assert from 'node:assert/strict'
import { webhookSend } from '@runnel/server/src/features/webhook/webhook.job.ts'
import { startWebhookReceiver } from '@runnel/server/src/test/fakes/messages/webhook-receiver.ts'
import type { Page } from 'playwright-core'
import { eventually, expectVisible, toast } from '#e2e/assertions.ts'
import { journey } from '#e2e/runner.ts'

const add = async (page: Page, url: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Endpoint URL').fill(url)
  await page.getByRole('button', { name: 'Save webhook' }).click()
}

const takeSecret = async (page: Page): Promise<string> => {
  const secret = await page.getByText(/^whsec_/).textContent()
  await page.getByRole('button', { name: 'Done' }).click()
  return secret ?? ''
}

journey('an owner’s server is told of each new account, and what it missed is sent again', async ({ world, visit }) => {
  const receiver = await startWebhookReceiver()
  const { page } = await visit({ as: world.owner })
  try {
    await page.goto('/app/admin/webhooks')
    await add(page, `${receiver.url}/site`)
    receiver.trust('/site', await takeSecret(page))
    receiver.answerNext({ status: 500, body: 'restarting' })
    const { id } = await world.person('hook_newcomer')
    const { webhooks } = await world.owner.api.webhook.list({ query: { audience: 'site' } })
    const params = { id: webhooks[0]?._id ?? '' }
    const { items } = await eventually(async () => {
      await world.soon(webhookSend)
      const log = await world.owner.api.webhook.messages({ params, query: {} })
      assert.equal(log.items[0]?.attempts[0]?.status, 500)
      return log
    })
    await page.getByRole('button', { name: 'Log' }).click()
    await expectVisible(page, 'Waiting')
    await page.getByText('user.registered', { exact: true }).click()
    await expectVisible(page, 'restarting')
    await world.owner.api.webhook.replay({ params: { ...params, messageId: items[0]?._id ?? '' } })
    await eventually(async () => {
      await world.soon(webhookSend)
      assert.equal(receiver.received.length, 1)
    })
    assert.deepEqual(
      receiver.received.map((told) => [told.id, told.event.data]),
      [[`msg_${items[0]?._id}`, { userId: id }]],
    )
    await expectVisible(page, 'Delivered')
    assert.deepEqual(receiver.refused, [], 'each signature was right')
  } finally {
    await page.goto('/app/admin/webhooks')
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
    await expectVisible(page, 'No webhooks yet')
    await receiver.close()
  }
})

journey('a member adds a webhook, replaces its secret and deletes it', async ({ world, visit }) => {
  const { page } = await visit({ as: await world.person('hook_member'), width: 360 })
  await page.goto('/app/account')
  await page.getByRole('link', { name: 'Manage webhooks' }).click()
  await add(page, 'https://127.0.0.1/hook')
  await expectVisible(page, /^Enter a public URL/)
  await page.getByLabel('Endpoint URL').fill('https://api.example.com/hook')
  await page.getByRole('button', { name: 'Save webhook' }).click()
  await toast(page, 'Success', 'Webhook created.')
  const first = await takeSecret(page)
  await page.getByRole('button', { name: 'Replace secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click()
  await toast(page, 'Success', /New secret created/)
  assert.notEqual(await takeSecret(page), first)
  await expectVisible(page, /^The old secret also signs until/)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await toast(page, 'Success', 'Webhook saved.')
  await page.getByRole('button', { name: 'Turn on' }).waitFor()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
  await toast(page, 'Success', 'Webhook deleted.')
  await expectVisible(page, 'No webhooks yet')
})
