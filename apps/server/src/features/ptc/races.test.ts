import { expect, test } from 'vitest'
import { expectBalanced } from '#test/books.ts'
import { pendingCampaign, runningCampaign } from '#test/features/advertising.ts'
import { forViewing, viewing } from '#test/features/viewing.ts'
import { type Person, Refused, useWorld } from '#test/world.ts'

const world = useWorld(forViewing)
const { someone, captchaOf, campaignRow } = viewing(world)

/** How each call ended: 200, or the status of its refusal. */
const statusesOf = async (calls: readonly Promise<unknown>[]): Promise<number[]> => {
  const ended = await Promise.allSettled(calls)
  return ended.map((one) => {
    if (one.status === 'fulfilled') return 200
    return one.reason instanceof Refused ? one.reason.status : 0
  })
}

/** A ticket that was watched to its end, and a solved check. */
const ready = async (viewer: Person, id: string) => {
  const { ticket } = await viewer.ptc.open({ params: { id } })
  const watched = { opened_at: new Date(world.clock.now().getTime() - 60_000), watched_ms: 60_000, beats: 30 }
  await world.db.write((tx) => tx.updateTable('ptc_views').set(watched).where('id', '=', ticket).execute())
  return { ticket, captcha: await captchaOf(viewer) }
}

const ends = ['none', 'owner and staff delete', 'staff rejects'] as const

test.each([...ends, ...ends])(
  'viewers, owner, staff and the search for invalid views meet; ends by: %s',
  async (end) => {
    const [admin, owner] = [await world.owner(), await someone('owner')]
    const viewers = await Promise.all(Array.from({ length: 10 }, () => someone('viewer')))
    const { _id: id } = await runningCampaign(world, owner)
    const { _id: other } = await pendingCampaign(world, owner)
    const params = { id }
    const decide = (body: Parameters<typeof admin.admin.editPtc>[0]['body']) => admin.admin.editPtc({ params, body })
    const own = (body: Parameters<typeof owner.advertise.edit>[0]['body']) => owner.advertise.edit({ params, body })
    const bodies = await Promise.all(viewers.map(async (viewer) => ({ viewer, body: await ready(viewer, id) })))
    const [locked] = viewers
    const lock = `UPDATE users SET locked_at = $2, lock_reason = 'A robot.' WHERE id = $1`
    await world.db.raw(lock, [locked?.id, world.clock.now()])
    const statuses = await statusesOf([
      ...bodies.map(({ viewer, body }) => viewer.ptc.verify({ params, body })),
      own({ status: 'paused' }),
      ...viewers.map((viewer) => viewer.ptc.report({ params, body: { reason: 'broken' } })),
      owner.advertise.addView({ params, body: { views: 10 } }),
      own({ status: 'active' }),
      world.runJob('ptc.review'),
      own({ title: 'Other words' }),
      decide({ status: 'active' }),
      ...(end === 'owner and staff delete'
        ? [owner.advertise.remove({ params }), admin.admin.deletePtc({ params })]
        : []),
      ...(end === 'staff rejects' ? [decide({ status: 'rejected', reason: 'Not here.' })] : []),
      owner.advertise.remove({ params: { id: other } }),
    ])
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => ![200, 403, 404, 409, 418].includes(status))).toEqual([])
    await world.runJob('ptc.review')
    const row = await campaignRow(id)
    const paid = await world.db.raw(`SELECT id FROM ptc_views WHERE campaign_id = $1 AND status = 'paid'`, [id])
    expect(row.views - row.views_left).toBe(paid.length)
    await expectBalanced(world.db.read)
  },
)
