import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { addMethod, inReview, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: inReview })

const auditRows = (action: string, target: string) =>
  world.db.read.selectFrom('audit').selectAll().where('action', '=', action).where('target', '=', target).execute()

describe('settings', () => {
  test('change at once, with an audit row for each that differs', async () => {
    const owner = await world.owner()
    const before = await owner.admin.settings()
    expect(before.settings.site_name).toBe('Runnel')
    const changes = { site_name: 'Creek', faucet_reward: 25, faucet_timer: before.settings.faucet_timer }
    const saved = await owner.admin.saveSettings({ body: changes })
    expect(saved.settings).toMatchObject(changes)
    expect((await world.guest().home.site()).name).toBe('Creek')
    const audit = await owner.admin.settingAudit()
    const rows = audit.items.slice(0, 2).map(({ target, before: old, after, by }) => ({ target, old, after, by }))
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(
      expect.arrayContaining([
        { target: 'site_name', old: 'Runnel', after: 'Creek', by: 'admin' },
        { target: 'faucet_reward', old: '30', after: '25', by: 'admin' },
      ]),
    )
    expect(audit.items[0]?.from).toMatch(/^10\./)
    const again = await owner.admin.saveSettings({ body: changes })
    expect(again.msg).toBe(inEnglish(say('owner.settings.noChangesSave')))
    expect((await owner.admin.settingAudit()).totalItems).toBe(audit.totalItems)
    await owner.admin.saveSettings({ body: { site_name: 'Runnel', faucet_reward: 30 } })
  })

  test('no reward is so large that what follows from it is no exact number any more', async () => {
    const owner = await world.owner()
    const most = { faucet_reward: 1_000_000_000, happyHourBonus: 1_000, happy_hours: [{ from: '00:00', to: '00:00' }] }
    // Far above any budget of a day.
    await owner.admin.saveSettings({ body: { faucet_day_max: 0 } })
    const tooMuch = owner.admin.saveSettings({ body: { faucet_reward: Number.MAX_SAFE_INTEGER } })
    expect(await refusal(tooMuch)).toMatchObject({
      status: 422,
      failure: { errors: { faucet_reward: expect.any(String) } },
    })
    await owner.admin.saveSettings({ body: most })
    const rich = await world.user('rich')
    const { next } = await rich.faucet.info()
    expect((await rich.faucet.claim({ body: await rich.solve.claim() })).reward).toBe(next.total)
    const { faucet_reward, happyHourBonus, happy_hours, faucet_day_max } = world.defaults
    await owner.admin.saveSettings({ body: { faucet_reward, happyHourBonus, happy_hours, faucet_day_max } })
  })

  test('a secret goes in and never comes out', async () => {
    const owner = await world.owner()
    const secret = 'very-secret-words'
    const alone = refusal(owner.admin.saveSettings({ body: { captcha_provider: 'turnstile', captcha_secret: secret } }))
    expect(await alone).toMatchObject({ status: 422, failure: { errors: { captcha_site_key: expect.any(String) } } })
    const body = { captcha_provider: 'turnstile', captcha_site_key: 'key', captcha_secret: secret } as const
    const saved = await owner.admin.saveSettings({ body })
    expect(saved.settings.captcha_secret).toBe('')
    const shown = await owner.admin.settings()
    expect(shown).toMatchObject({ secretsSet: ['captcha_secret'], settings: { captcha_secret: '' } })
    await owner.admin.saveSettings({ body: { captcha_site_key: 'other' } })
    expect((await owner.admin.settings()).secretsSet).toEqual(['captcha_secret'])
    await owner.admin.saveSettings({ body: { captcha_provider: 'own', captcha_secret: '' } })
    expect((await owner.admin.settings()).secretsSet).toEqual([])
    const stored = JSON.stringify(await world.db.raw('SELECT * FROM settings'))
    const audited = JSON.stringify(await world.db.raw('SELECT * FROM audit'))
    expect(stored + audited + JSON.stringify(await owner.admin.settingAudit())).not.toContain(secret)
    expect(audited).toContain('(a secret)')
  })

  test('a logo loses everything that could run or load, and what is no picture is refused', async () => {
    const owner = await world.owner()
    const svg = [
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="steal()">',
      '<script>steal()</script><style>@import "//x"</style>',
      '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs>',
      '<path d="M0 0h8v8z" fill="url(#a)" style="background:url(//x)"/>',
      '<rect width="3" fill="url(https://x.example/a)"/><image href="https://x.example/p.png"/>',
      '<a href="javascript:steal()"><circle r="1"/></a><foreignObject><p>x</p></foreignObject></svg>',
    ].join('')
    const { settings } = await owner.admin.saveSettings({ body: { site_logo: svg } })
    expect(settings.site_logo).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">' +
        '<defs><linearGradient id="a"><stop offset="0" stop-color="red"></stop></linearGradient></defs>' +
        '<path d="M0 0h8v8z" fill="url(#a)"></path><rect width="3"></rect><circle r="1"></circle>x</svg>',
    )
    for (const site_logo of ['<p>hello</p>', 'hello', '<script>1</script>']) {
      const refused = await refusal(owner.admin.saveSettings({ body: { site_logo } }))
      expect(refused).toMatchObject({ status: 422, failure: { code: 'BAD_LOGO' } })
    }
    await owner.admin.saveSettings({ body: { site_logo: '' } })
  })

  test('each wrong value is refused with a sentence, and nothing of it is saved', async () => {
    const owner = await world.owner()
    const refused = await refusal(owner.admin.saveSettings({ body: { site_name: 'Other', faucet_timer: 1 } }))
    expect(refused).toMatchObject({ status: 422, failure: { errors: { faucet_timer: 'This must be at least 5.' } } })
    expect((await owner.admin.settings()).settings.site_name).toBe('Runnel')
  })
})

describe('withdrawal methods', () => {
  test('are added and changed with an audit row, and a new rate counts from now', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner, { currency: 'BTC', name: 'Bitcoin', rate: '6500000000.50' })
    expect(method.rate).toBe('6500000000.5')
    expect((await owner.admin.methods()).methods).toContainEqual(method)
    world.clock.turn(60)
    const params = { id: method._id }
    const renamed = (await owner.admin.editMethod({ params, body: { name: 'BTC' } })).method
    expect(renamed).toEqual({ ...method, name: 'BTC' })
    const priced = (await owner.admin.editMethod({ params, body: { rate: '7000000000' } })).method
    expect(priced).toMatchObject({ rate: '7000000000', rateAt: world.clock.now().toISOString() })
    expect(await auditRows('method.edit', method._id)).toHaveLength(2)
    const accounts = await world.db.raw('SELECT name FROM accounts WHERE name = ANY($1)', [
      [`payout:${method._id}`, 'external:payout:BTC'],
    ])
    expect(accounts).toHaveLength(2)
    expect(await refusal(owner.admin.editMethod({ params: { id: newId() }, body: {} }))).toMatchObject({ status: 404 })
  })

  test('that cannot work are refused field by field', async () => {
    const owner = await world.owner()
    const wrong: [Parameters<typeof addMethod>[1], string][] = [
      [{ minimum: 0, fee: 0 }, 'minimum'],
      [{ minimum: 10, maximum: 9, fee: 0 }, 'maximum'],
      [{ minimum: 100, fee: 100 }, 'fee'],
      [{ rate: '0' }, 'rate'],
      [{ rate: '0.0000001' }, 'rate'],
      [{ rate: `1${'0'.repeat(25)}` }, 'rate'],
      [{ decimals: 19 }, 'decimals'],
    ]
    for (const [fields, field] of wrong) {
      const refused = await refusal(addMethod(owner, fields))
      expect(refused, JSON.stringify(fields)).toMatchObject({
        status: 422,
        failure: { errors: { [field]: expect.any(String) } },
      })
    }
    const { method } = await withPendingWithdrawals(world, 'hal')
    const refused = await refusal(owner.admin.editMethod({ params: { id: method._id }, body: { currency: 'BTC' } }))
    expect(refused).toMatchObject({ status: 422, failure: { code: 'METHOD_USED' } })
  })
})
