import { type WebhookAudience, WebhookEvent } from '@runnel/contract/account/webhook-events'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startWebhookReceiver } from '#test/fakes/messages/webhook-receiver.ts'
import type { Person, World } from '#test/world.ts'

/** A receiver of events for the tests of a file, and endpoints at it. */
export const useReceiver = (world: World) => {
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
  let count = 0
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
  })
  afterAll(() => receiver.close())
  beforeEach(async () => {
    receiver.received.length = 0
    receiver.refused.length = 0
    await world.db.raw('DELETE FROM webhook_endpoints')
  })
  return {
    get receiver() {
      return receiver
    },
    register: async (
      person: Person,
      events: WebhookEvent[] = [...WebhookEvent.options].filter((event) => event !== 'user.registered'),
      audience: WebhookAudience = 'account',
    ) => {
      count += 1
      const path = `/hook/${count}`
      const { secret, webhook } = await person.webhook.create({
        body: { audience, url: receiver.url + path, description: 'Books', events },
      })
      receiver.trust(path, secret)
      return { id: webhook._id, params: { id: webhook._id }, path, secret }
    },
    send: () => world.runJob('webhook.send'),
    types: () => receiver.received.map(({ event }) => event.type),
    messagesOf: async (person: Person, params: { id: string }) => (await person.webhook.messages({ params })).items,
  }
}
