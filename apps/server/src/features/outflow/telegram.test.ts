import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { startTelegram, telegramRefusals } from '#test/fakes/messages/telegram.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'
import { alertOwner } from './outflow.ts'

const TOKEN = '123456789:AAF0fakefakefakefakefakefakefakefake'
const logged: string[] = []
const telegram = await startTelegram(TOKEN)
const world = useWorld({
  settings: { site_name: 'Coin Creek', telegram_bot_token: TOKEN, telegram_chat_id: '42' },
  outside: { telegramUrl: telegram.url },
  log: pino({ level: 'trace', base: null }, { write: (line) => void logged.push(line) }),
})
afterAll(() => telegram.close())

let count = 0
beforeEach(async () => {
  telegram.messages.length = 0
  telegram.answerNext()
  logged.length = 0
  await world.owner()
  await world.settings({ telegram_bot_token: TOKEN, telegram_chat_id: '42', site_locale: 'en' })
  await world.db.raw('DELETE FROM telegram_outbox')
  await world.db.raw('DELETE FROM telegram_bot')
  await world.db.raw('DELETE FROM owner_alerts')
})

const sentence = say('owner.system.diskLow', { megabytes: 900 })
/** Another matter each time, unless it is named. */
const alert = (what = `matter ${(count += 1)}`, text: string = sentence) =>
  world.db.write((tx) =>
    alertOwner({ tx, enqueue: async () => undefined }, { what, sentence: text, now: world.clock.now() }),
  )
const send = () => world.runJob('telegram.send')
const outbox = () => world.db.raw('SELECT sentence FROM telegram_outbox')
const provider = async () =>
  (await (await world.owner()).admin.stats()).providers.find(({ kind }) => kind === 'telegram')
const siteAlerts = async () => {
  const rows = await world.db.raw(`SELECT values ->> 'reason' AS reason FROM notifications WHERE kind = 'site-alert'`)
  return JSON.stringify(rows)
}

describe('an alert', () => {
  test('is sent with the words of the mail and the way to the admin area, as plain text', async () => {
    await alert()
    expect(await send()).toBe('Sent: 1, postponed: 0, dropped: 0.')
    expect(telegram.messages).toEqual([
      {
        chat_id: 42,
        text: expect.stringMatching(/^Coin Creek\n\n.*900 MB.*\n\nhttp:\/\/runnel\.test\/app\/admin\/overview$/s),
        link_preview_options: { is_disabled: true },
      },
    ])
    expect(await outbox()).toEqual([])
    await send()
    expect(telegram.messages).toHaveLength(1)
    expect(await provider()).toMatchObject({ name: 'Telegram', state: 'ok', at: world.clock.now().toISOString() })
  })

  test('is in the language of the owner, and goes to a channel by its name', async () => {
    await world.settings({ telegram_chat_id: '@creek_alerts', site_locale: 'es' })
    await alert()
    await send()
    const [message] = telegram.messages
    expect(message?.chat_id).toBe('@creek_alerts')
    expect(message?.text).toContain('espacio')
    await (await world.owner()).user.profile({ body: { locale: 'ru' } })
    await alert()
    await send()
    expect(telegram.messages[1]?.text).toMatch(/[а-я]{4}/)
    await (await world.owner()).user.profile({ body: { locale: 'en' } })
  })

  test('of one matter is sent once a day, however many notice it and however many nodes send', async () => {
    const told = await Promise.all(Array.from({ length: 8 }, () => alert('one matter')))
    expect(told.filter(Boolean)).toHaveLength(1)
    await Promise.all([send(), send(), send()])
    expect(telegram.messages).toHaveLength(1)
  })

  test('waits for the commit, and is not sent where there is none', async () => {
    const failing = world.db.write(async (tx) => {
      await alertOwner(
        { tx, enqueue: async () => undefined },
        { what: 'undone', sentence: 'Never said.', now: world.clock.now() },
      )
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await send()
    expect(telegram.messages).toEqual([])
  })

  test('shares a message with others, of which none is longer than Telegram takes', async () => {
    for (let one = 0; one < 25; one += 1) await alert(undefined, `${'😀'.repeat(240)} ${one}.`)
    expect(await send()).toBe('Sent: 25, postponed: 0, dropped: 0.')
    expect(telegram.messages.length).toBeLessThan(6)
    const all = telegram.messages.map(({ text }) => text).join('\n')
    for (let one = 0; one < 25; one += 1) expect(all).toContain(` ${one}.`)
  })

  test('goes nowhere while the token or the chat is missing', async () => {
    for (const missing of [{ telegram_chat_id: '' }, { telegram_bot_token: '' }]) {
      await world.settings({ telegram_bot_token: TOKEN, telegram_chat_id: '42', ...missing })
      const before = telegram.calls()
      await alert()
      expect(await send()).toBe('Telegram alerts are off.')
      expect(telegram.calls()).toBe(before)
      expect(await outbox()).toEqual([])
    }
    await world.settings({ telegram_chat_id: '' })
    expect(await provider()).toBeUndefined()
  })
})

describe('Telegram', () => {
  test('that is busy is asked again after the time that it gives, and no other alert is sent before', async () => {
    await alert()
    telegram.answerNext(telegramRefusals.busy(1_700))
    expect(await send()).toBe('Sent: 0, postponed: 1, dropped: 0.')
    const calls = telegram.calls()
    expect(await provider()).toMatchObject({ state: 'warn', msg: expect.stringContaining('429') })
    await alert()
    world.clock.turn(1_699)
    await send()
    expect(telegram.calls()).toBe(calls)
    world.clock.turn(1)
    expect(await send()).toBe('Sent: 2, postponed: 0, dropped: 0.')
    expect(telegram.messages).toHaveLength(1)
    expect(await provider()).toMatchObject({ state: 'ok' })
  })

  test('that is away is asked less and less often, and after a day the alert is dropped', async () => {
    await alert()
    const calls = telegram.calls()
    for (let minute = 0; minute < 60; minute += 1) {
      telegram.answerNext(telegramRefusals.away)
      await send()
      world.clock.turn(60)
    }
    // After 0, 1, 3, 7, 15, 30 and 45 minutes.
    expect(telegram.calls() - calls).toBe(7)
    world.clock.turn(86_400)
    telegram.answerNext()
    await send()
    expect(telegram.messages).toEqual([])
    expect(await outbox()).toEqual([])
  })

  test.each([
    ['403', telegramRefusals.blocked],
    ['400', telegramRefusals.noChat],
    ['401', telegramRefusals.noBot],
    ['404', telegramRefusals.noMethod],
  ])('that refuses with %s is not asked again, and the admins learn why', async (status, answer) => {
    await alert()
    telegram.answerNext(answer)
    expect(await send()).toBe('Sent: 0, postponed: 0, dropped: 1.')
    const calls = telegram.calls()
    world.clock.turn(3_600)
    await send()
    expect(telegram.calls()).toBe(calls)
    const said = `The provider answered ${status}: ${answer.description}`
    expect(await provider()).toMatchObject({ state: 'down', msg: said })
    expect(await siteAlerts()).toContain('owner.telegram.alert')
    // What says that Telegram fails is not sent by Telegram.
    expect(await outbox()).toEqual([])
  })

  test('takes an alert again whose sender has died', async () => {
    await alert()
    await world.db.raw(`INSERT INTO telegram_bot (due_at, tries) VALUES ($1, 1)`, [
      new Date(world.clock.now().getTime() + 120_000),
    ])
    await send()
    expect(telegram.messages).toEqual([])
    world.clock.turn(120)
    await send()
    expect(telegram.messages).toHaveLength(1)
  })
})

describe('the test message', () => {
  test('is sent at once, and clears what was wrong', async () => {
    await alert()
    telegram.answerNext(telegramRefusals.blocked)
    await send()
    const owner = await world.owner()
    expect(await owner.admin.testTelegram()).toEqual({ msg: inEnglish(say('owner.telegram.testSent')) })
    expect(telegram.messages[0]?.text).toMatch(/^Coin Creek\n\nThis is a test message/)
    expect(await provider()).toMatchObject({ state: 'ok' })
  })

  test('that is refused says why, in one sentence', async () => {
    const owner = await world.owner()
    telegram.answerNext(telegramRefusals.noChat)
    expect(await refusal(owner.admin.testTelegram())).toMatchObject({
      status: 409,
      failure: {
        code: 'TELEGRAM_REFUSED',
        msg: 'The test message wasn’t sent. The provider answered 400: Bad Request: chat not found',
      },
    })
    expect(await provider()).toMatchObject({ state: 'down' })
    await world.settings({ telegram_chat_id: '' })
    expect(await refusal(owner.admin.testTelegram())).toMatchObject({
      status: 409,
      failure: { code: 'TELEGRAM_UNSET' },
    })
  })

  test('is for admins alone', async () => {
    const calls = telegram.calls()
    const moderator = await world.moderator()
    expect(await refusal(moderator.admin.testTelegram())).toMatchObject({ status: 403 })
    expect(await refusal((await world.user('curious')).admin.testTelegram())).toMatchObject({ status: 403 })
    expect(await refusal(world.guest().admin.testTelegram())).toMatchObject({ status: 401 })
    expect(telegram.calls()).toBe(calls)
  })
})

describe('the token', () => {
  test('stands in no log, answer, job note or audit row, whatever Telegram and the network do', async () => {
    const owner = await world.owner()
    const answers: unknown[] = []
    const refusals = [
      telegramRefusals.blocked,
      telegramRefusals.busy(5),
      telegramRefusals.away,
      { error_code: 400, description: `bot${TOKEN} is odd` },
    ]
    for (const answer of refusals) {
      await alert()
      telegram.answerNext(answer, answer)
      answers.push(await send(), (await refusal(owner.admin.testTelegram())).failure)
      await world.runJobs()
      world.clock.turn(3_600)
    }
    answers.push(await owner.admin.saveSettings({ body: { telegram_bot_token: `${TOKEN}x` } }))
    answers.push(await owner.admin.settings(), await owner.admin.stats(), await provider(), await siteAlerts())
    answers.push(await world.db.raw('SELECT * FROM audit'), await world.db.raw('SELECT * FROM job_runs'))
    answers.push(await world.db.raw('SELECT * FROM telegram_bot'))
    answers.push(await world.db.raw('SELECT value FROM settings'))
    expect(logged.join('')).toContain('Telegram did not take a message')
    expect(logged.join('')).toContain('/api/admin/telegram/test')
    const [, secretPart = ''] = TOKEN.split(':')
    for (const text of [...logged, JSON.stringify(answers)]) expect(text).not.toContain(secretPart)
    expect((await owner.admin.settings()).secretsSet).toContain('telegram_bot_token')
  })

  test.each(['123456789', 'abc:AAF0fakefakefakefakefake', `${TOKEN}/../x`, `${TOKEN}?a=b`, `${TOKEN} x`])(
    '%j is no token',
    async (token) => {
      const owner = await world.owner()
      expect(await refusal(owner.admin.saveSettings({ body: { telegram_bot_token: token } }))).toMatchObject({
        status: 422,
        failure: { errors: { telegram_bot_token: expect.any(String) } },
      })
    },
  )

  test.each(['me', '@x', '4 2', '0', '12345678901234567'])('%j is no chat', async (chat) => {
    const owner = await world.owner()
    expect(await refusal(owner.admin.saveSettings({ body: { telegram_chat_id: chat } }))).toMatchObject({
      status: 422,
      failure: { errors: { telegram_chat_id: expect.any(String) } },
    })
  })

  test('and the chat are changed only with a fresh proof', async () => {
    const stale = await world.user('admin', { role: 'admin', proved: false })
    for (const body of [{ telegram_bot_token: `${TOKEN}y` }, { telegram_chat_id: '43' }]) {
      expect(await refusal(stale.admin.saveSettings({ body }))).toMatchObject({
        failure: { code: 'STEP_UP_REQUIRED' },
      })
    }
  })
})
