import type { Person, World, WorldOptions } from '#test/world.ts'
import { seedCampaign } from './views.ts'

/** The provider of the tests' captcha says `good` to the token `good`; the proof of work would take a while each. */
export const forViewing: WorldOptions = {
  connections: 30,
  limits: false,
  settings: { captcha_provider: 'turnstile', captcha_site_key: 'key', captcha_secret: 'secret', ptc_exp: 5 },
}

type Fields = Omit<Parameters<typeof seedCampaign>[1], 'ownerId' | 'now'>

/** How a refusal looks to a test. */
export const refusedAs = (status: number, code: string) => ({ status, failure: { code } })

/** What people do with ads, as tests say it. */
export const viewing = (world: World) => {
  let count = 0
  const someone = (kind: string): Promise<Person> => {
    count += 1
    return world.user(`${kind}${count}`)
  }
  /** A campaign that runs beside the others. */
  const another = async (fields: Fields = {}): Promise<{ id: string; owner: Person }> => {
    const owner = await someone('owner')
    const id = await seedCampaign(world.db, { ownerId: owner.id, now: world.clock.now(), ...fields })
    return { id, owner }
  }
  /** A campaign that runs, alone on the site. */
  const campaign = async (fields: Fields = {}): Promise<{ id: string; owner: Person }> => {
    await world.db.raw(`UPDATE campaigns SET status = 'paused' WHERE status = 'active'`)
    return another(fields)
  }
  const captchaOf = async (person: Person) => {
    const { id } = await person.captcha.challenge({ query: { action: 'ptc' } })
    return { id, token: 'good' }
  }
  const beat = (person: Person, id: string, ticket: string, { watching = true } = {}) =>
    person.ptc.beat({ params: { id }, body: { ticket, watching } })
  /** Lets seconds pass in front of an ad, with heartbeats as the page sends them. */
  const sit = async (person: Person, id: string, { ticket, seconds }: { ticket: string; seconds: number }) => {
    await beat(person, id, ticket)
    for (let left = seconds; left > 0; left -= 2) {
      world.clock.turn(Math.min(2, left))
      await beat(person, id, ticket)
    }
  }
  /** Opens an ad and watches it for some seconds. */
  const watch = async (person: Person, id: string, seconds: number): Promise<string> => {
    const { ticket } = await person.ptc.open({ params: { id } })
    await sit(person, id, { ticket, seconds })
    return ticket
  }
  const verify = async (person: Person, id: string, ticket: string) =>
    person.ptc.verify({ params: { id }, body: { ticket, captcha: await captchaOf(person) } })
  /** A view of an ad of ten seconds, from its opening to its pay. */
  const view = async (person: Person, id: string) => verify(person, id, await watch(person, id, 10))
  const paidFor = async (id: string): Promise<number> => {
    const [row] = await world.db.raw(
      `SELECT count(*)::int AS count FROM transfers t JOIN ptc_views v ON t.key = 'ptc:' || v.id
       WHERE v.campaign_id = $1`,
      [id],
    )
    return Number(row?.['count'])
  }
  const campaignRow = (id: string) =>
    world.db.read.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { someone, another, campaign, captchaOf, beat, sit, watch, verify, view, paidFor, campaignRow }
}
