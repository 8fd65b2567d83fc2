import { NotificationKind } from '@runnel/contract/account/user-kinds'
import { LOCALES } from '@runnel/contract/locale'
import { expect, test } from 'vitest'
import { isCode } from '#kernel/words/say.ts'
import { reasonOf, sampleValues as values } from '#test/features/digest.ts'
import { notificationWords } from './notification-words.ts'

test('every kind has words in every language, with all its values in them', () => {
  for (const { tag } of LOCALES) {
    for (const kind of NotificationKind.options) {
      const { title, text } = notificationWords({ kind, values }, tag)
      expect([tag, kind, title]).not.toContain('')
      expect([title, text].filter(isCode)).toEqual([])
      for (const part of [title, text]) expect(`${tag} ${kind} ${part}`).not.toMatch(/undefined|NaN|[{}]/)
    }
  }
})

test('says amounts and names as the bell does', () => {
  const words = (kind: NotificationKind, locale: 'en' | 'es' | 'ar' = 'en') =>
    notificationWords({ kind, values }, locale)
  expect(words('offer-credited')).toEqual({ title: '1,250 units earned from an offer', text: 'Otter: A game' })
  expect(words('withdrawal-paid').text).toBe('1,250 units · Bitcoin')
  expect(words('email-verified').text, 'a balance below the minimum').toBe(
    'You’ve met the email requirement for withdrawals.',
  )
  expect(words('offer-held').title).toBe('1,250 units from an offer, on hold for 3 days')
  expect(words('report-answered').title).toBe('Your missing reward report was declined')
  expect(words('offer-credited', 'es').title).toContain('1250 unidades')
  expect(words('offer-credited', 'ar').title).toContain('1,250 وحدة')
})

test('a reason that is a code is said in the language, beside what somebody wrote', () => {
  const told = { title: 'My <task>', reason: reasonOf() }
  const { text } = notificationWords({ kind: 'task-paused', values: told }, 'es')
  expect(text).toMatch(/^My <task>\. \S/)
  expect(text).not.toBe(notificationWords({ kind: 'task-paused', values: told }, 'en').text)
})
