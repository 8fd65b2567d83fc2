import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { expectRefused } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const at = (seconds: number): string => new Date(world.clock.now().getTime() + seconds * 1_000).toISOString()
const words = (title: string, changes: object = {}) => ({
  body: { title, markdown: `About **${title}**.`, pinned: false, publishedAt: at(0), ...changes },
})

describe('news', () => {
  test('stand pinned first and then newest, and those to come are hidden until then', async () => {
    const owner = await world.owner()
    const ann = await world.user('ann')
    await owner.admin.addNews(words('old', { publishedAt: at(-600) }))
    await owner.admin.addNews(words('new'))
    await owner.admin.addNews(words('held', { pinned: true, publishedAt: at(-900) }))
    expect(await owner.admin.addNews(words('later', { publishedAt: at(3_600) }))).toMatchObject({
      msg: inEnglish(say('owner.news.savedWillPublishedDate')),
    })
    const titles = async () => (await ann.news.list({ query: {} })).items.map(({ title }) => title)
    expect(await titles()).toEqual(['held', 'new', 'old'])
    expect((await ann.news.list({ query: { page: '2', limit: '2' } })).items.map(({ title }) => title)).toEqual(['old'])
    world.clock.turn(3_600)
    expect(await titles()).toEqual(['held', 'later', 'new', 'old'])
    expect((await owner.admin.news({ query: {} })).totalItems).toBe(4)
  })

  test('are unread until they are read, each for each user, and never older than the account', async () => {
    const owner = await world.owner()
    const early = await world.user('early')
    await world.db.raw('DELETE FROM news')
    world.clock.turn(60)
    await owner.admin.addNews(words('before'))
    world.clock.turn(60)
    const late = await world.user('late')
    expect((await late.news.list({ query: {} })).unread).toBe(0)
    world.clock.turn(60)
    await owner.admin.addNews(words('after', { publishedAt: at(-3_600) }))
    await owner.admin.addNews(words('to come', { publishedAt: at(3_600) }))
    const unread = async (who = late) => (await who.news.list({ query: {} })).unread
    expect(await unread(), 'written for an earlier date, and still new').toBe(1)
    expect(await unread(early)).toBe(2)
    expect(await late.news.read()).toEqual({ unread: 0 })
    expect(await unread()).toBe(0)
    expect((await late.news.list({ query: {} })).items.map((item) => item.unread)).toEqual([false, false])
    expect(await unread(early)).toBe(2)
    world.clock.turn(3_600)
    expect(await unread(), 'what was to come when it was read').toBe(1)
  })

  test('let nothing through that runs', async () => {
    const owner = await world.owner()
    const markdown = '<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[x](javascript:alert(1)) **bold**'
    const { news } = await owner.admin.addNews(words('nasty', { markdown }))
    expect(news.html).toContain('<strong>bold</strong>')
    expect(news.html).not.toMatch(/script|onerror|<img/)
    expect(news).toMatchObject({ markdown, automatic: false })
  })
})

describe('the owner', () => {
  test('finds news by words, by state and by who wrote them, and removes many at once', async () => {
    const owner = await world.owner()
    await world.db.raw('DELETE FROM news')
    await owner.admin.addNews(words('100% paid'))
    await owner.admin.addNews(words('Later on', { publishedAt: at(3_600) }))
    await world.db.raw(
      `INSERT INTO news (id, title, markdown, pinned, published_at, source, created_at)
      VALUES (gen_random_uuid(), 'Winners', 'x', false, $1, 'board:test', $1)`,
      [at(-60)],
    )
    const found = async (query: object) => (await owner.admin.news({ query })).items.map(({ title }) => title)
    expect(await found({ search: '0%' })).toEqual(['100% paid'])
    expect(await found({ state: 'later' })).toEqual(['Later on'])
    expect(await found({ state: 'shown', by: 'site' })).toEqual(['Winners'])
    expect(await found({ by: 'person' })).toEqual(['Later on', '100% paid'])
    const { body } = await owner.raw({ method: 'GET', path: '/api/admin/news.csv?by=site' })
    expect(body['text']).toContain('Winners')
    expect(body['text']).not.toContain('100%')
    const ids = (await owner.admin.news({ query: { state: 'shown' } })).items.map(({ _id }) => _id)
    expect(await owner.admin.removeManyNews({ body: { ids: [...ids, newId()] } })).toEqual({ msg: 'Deleted: 2.' })
    expect(await found({})).toEqual(['Later on'])
    const deeds = await world.db.raw("SELECT FROM audit WHERE action = 'news.remove' AND target = ANY($1)", [ids])
    expect(deeds).toHaveLength(2)
  })

  test('changes and removes news, and every step stands in the audit log', async () => {
    const owner = await world.owner()
    await world.db.raw('DELETE FROM news')
    const { news } = await owner.admin.addNews(words('first'))
    const params = { id: news._id }
    const edited = await owner.admin.editNews({ params, body: { title: 'second', pinned: true } })
    expect(edited.news).toMatchObject({ title: 'second', pinned: true, markdown: 'About **first**.' })
    await owner.admin.removeNews({ params })
    expect((await owner.admin.news({ query: {} })).items).toEqual([])
    const deeds = await world.db.raw('SELECT action FROM audit WHERE target = $1 ORDER BY id', [news._id])
    expect(deeds.map(({ action }) => action)).toEqual(['news.add', 'news.edit', 'news.remove'])
    await expectRefused(owner.admin.removeNews({ params }), 404, 'NO_SUCH_NEWS')
    await expectRefused(owner.admin.editNews({ params: { id: newId() }, body: {} }), 404, 'NO_SUCH_NEWS')
  })

  test('publishes once under one key, however often it is sent', async () => {
    const owner = await world.owner()
    await world.db.raw('DELETE FROM news')
    const call = { ...words('once'), idempotencyKey: 'news-0001' }
    await Promise.all(Array.from({ length: 5 }, () => owner.admin.addNews(call)))
    expect((await owner.admin.news({ query: {} })).totalItems).toBe(1)
  })

  test('is told which field is wrong', async () => {
    const owner = await world.owner()
    for (const [field, value] of [
      ['title', ''],
      ['title', 'x'.repeat(121)],
      ['markdown', ''],
      ['publishedAt', 'tomorrow'],
      ['pinned', 'yes'],
    ]) {
      const body = { ...words('wrong').body, [String(field)]: value }
      const refused = await owner.raw({ method: 'POST', path: '/api/admin/news', body })
      expect(refused, String(field)).toMatchObject({
        status: 422,
        body: { errors: { [String(field)]: expect.any(String) } },
      })
    }
  })

  test('is nobody else', async () => {
    const [ann, moderator] = [await world.user('ann'), await world.moderator()]
    for (const who of [ann, moderator]) {
      await expectRefused(who.admin.news({ query: {} }), 403, 'FORBIDDEN')
      await expectRefused(who.admin.addNews(words('no')), 403, 'FORBIDDEN')
      await expectRefused(who.admin.removeNews({ params: { id: newId() } }), 403, 'FORBIDDEN')
    }
    await expectRefused(world.guest().news.list({ query: {} }), 401, 'NO_SESSION')
    await expectRefused(world.guest().news.read(), 401, 'NO_SESSION')
  })
})
