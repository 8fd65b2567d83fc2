import { LOCALES } from '@runnel/contract/locale'
import { describe, expect, test } from 'vitest'
import { envelope } from '#kernel/refusal.ts'
import { askedLocale } from './asked-locale.ts'
import { formatsOf } from './formats.ts'
import { inEnglish, render, renderAll, renderJson, renderWithin, valuesOf } from './render.ts'
import { codeOf, coins, cut, inSeconds, isCode, lineByLine, listOf, MARK, moment, money, say, together } from './say.ts'

describe('a code', () => {
  test('becomes words with its values, each in the way of the language', () => {
    expect(inEnglish(say('deposit.theMinimumIs', { minimum: money(125_000, 'USD') }))).toBe('The minimum is $1.25.')
    expect(inEnglish(say('deposit.theMinimumIs', { minimum: money(1, 'USDT') }))).toBe('The minimum is 0.00001 USDT.')
    expect(inEnglish(say('withdraw.rateMoved', { coins: coins('0.00012', 'BTC') }))).toContain('0.00012 BTC')
    expect(inEnglish(say('faucet.nextClaimReady', { wait: inSeconds(300) }))).toBe(
      'Your next claim is ready in 5 minutes.',
    )
    expect(inEnglish(say('receivedUnits', { units: 1 }))).toBe('You received 1 unit.')
    expect(inEnglish(say('receivedUnits', { units: 1_234 }))).toBe('You received 1,234 units.')
    expect(formatsOf('pt-BR').money(123_456_000, 'EUR')).toContain('1.234,56')
    expect(formatsOf('ar').number(1_234)).toMatch(/^[\d,.]+$/)
    expect(formatsOf('tr').wait(60)).toContain('60')
    expect(inEnglish(say('coupon.couponRedeemedFromUtc', { start: moment(new Date(0)) }))).toContain('Jan 1, 1970')
  })

  test('may hold others, stand beside others, or beside what somebody wrote', () => {
    const reason = say('suspect.signsAbuseDetected')
    expect(inEnglish(say('lockedFor', { reason }))).toBe('Your account is locked: Signs of abuse were detected.')
    expect(inEnglish(say('lockedFor', { reason: 'Rude.' }))).toBe('Your account is locked: Rude.')
    expect(inEnglish(together(say('saved'), false, 'Ours.', ''))).toBe('Saved. Ours.')
    expect(inEnglish(lineByLine('a', say('saved')))).toBe('a\nSaved.')
    expect(inEnglish(say('owner.settings.set', { changes: listOf(['a', 'b']) }))).toBe('Set a and b.')
  })

  test('without words in a language is said in English as a whole, also what it holds', () => {
    const stopped = say('owner.job.payoutsStopped', { reason: say('suspect.signsAbuseDetected') })
    expect(render(stopped, 'tr')).toBe(inEnglish(stopped))
    expect(render(stopped, 'ar')).toBe(inEnglish(stopped))
    expect(render(stopped, 'es')).toContain(render(say('suspect.signsAbuseDetected'), 'es'))
  })

  test('around one without words in a language is English too', () => {
    const around = say('suspect.accountLocked', { reason: say('owner.job.noWarnings') })
    const listed = say('suspect.accountLocked', { reason: { list: ['x', say('owner.job.noWarnings')] } })
    for (const sentence of [around, listed]) {
      expect(render(sentence, 'tr')).toBe(inEnglish(sentence))
      expect(render(sentence, 'ru')).toContain(render(say('owner.job.noWarnings'), 'ru'))
      expect(render(sentence, 'ru')).not.toBe(inEnglish(sentence))
    }
    const translated = say('suspect.accountLocked', { reason: say('suspect.signsAbuseDetected') })
    expect(render(translated, 'tr')).toContain(render(say('suspect.signsAbuseDetected'), 'tr'))
  })

  test('is told from words, found by its id and never cut', () => {
    const code = say('suspect.accountLocked', { reason: 'x' })
    expect(isCode(code)).toBe(true)
    expect(code.startsWith(codeOf('suspect.accountLocked'))).toBe(true)
    expect(cut(code, 3)).toBe(code)
    expect(cut('words', 3)).toBe('wor')
    expect(render('words', 'ar')).toBe('words')
  })

  test('tells what it names, in the language of who reads it', () => {
    const reason = say('suspect.signsAbuseDetected')
    expect(valuesOf(say('saved'))).toBeUndefined()
    expect(valuesOf('Rude.')).toBeUndefined()
    expect(valuesOf(`${MARK}[`)).toBeUndefined()
    expect(valuesOf(say('receivedUnits', { units: 2 }))).toEqual({ units: 2 })
    expect(valuesOf(together(say('receivedUnits', { units: 2 }), say('lockedFor', { reason: 'Rude.' })))).toEqual({
      units: 2,
      reason: 'Rude.',
    })
    const sent = JSON.stringify(envelope({ code: 'LOCKED', msg: say('lockedFor', { reason }) }))
    expect(JSON.parse(renderJson(sent, 'tr'))).toEqual({
      code: 'LOCKED',
      values: { reason: render(reason, 'tr') },
      msg: render(say('lockedFor', { reason }), 'tr'),
    })
    expect(render(reason, 'tr')).not.toBe(inEnglish(reason))
  })

  test('that is broken, unknown or endless does no harm', () => {
    expect(inEnglish(`${MARK}[`)).toBe('[')
    expect(inEnglish(`${MARK}["gone"]`)).toBe('gone')
    expect(inEnglish(`${MARK}["lockedFor",null]`)).toBe('Your account is locked: ')
    let deep: string = say('saved')
    for (let depth = 0; depth < 12; depth += 1) deep = together(deep)
    expect(inEnglish(deep)).not.toBe('')
  })

  test('becomes words wherever it stands in an answer', () => {
    const answer = { msg: say('saved'), rows: [{ why: say('deleted'), at: new Date(0), name: 'say' }], none: null }
    const said = { msg: 'Saved.', rows: [{ why: 'Deleted.', at: answer.rows[0]?.at, name: 'say' }], none: null }
    expect(renderAll(answer, 'en')).toEqual(said)
    expect(JSON.parse(renderJson(JSON.stringify(answer), 'en'))).toEqual(JSON.parse(JSON.stringify(said)))
    expect(renderWithin(JSON.stringify([say('lockedFor', { reason: 'a "b" \\' })]), 'en')).toBe(
      JSON.stringify(['Your account is locked: a "b" \\']),
    )
  })
})

test('a browser is answered in its choice, else in the first of its languages that we speak', () => {
  expect(askedLocale({})).toBe('en')
  expect(askedLocale({ 'accept-language': 'de,pt;q=0.5,tr;q=0.8' })).toBe('tr')
  expect(askedLocale({ 'accept-language': 'pt-PT' })).toBe('pt-BR')
  expect(askedLocale({ 'accept-language': 'tr', cookie: 'x=1; locale=ar' })).toBe('ar')
  expect(askedLocale({ 'accept-language': 'tr', cookie: 'locale=xx' })).toBe('tr')
  expect(askedLocale({ 'accept-language': `${'x,'.repeat(5_000)}q=` })).toBe('en')
  for (const { tag } of LOCALES) expect(askedLocale({ 'accept-language': tag })).toBe(tag)
})
