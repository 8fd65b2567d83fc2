import { describe, expect, it } from 'vitest'
import { mailedKinds } from '#features/user/user.ts'
import { emailChangedMail, notificationMail, passwordResetMail, verifyMail } from './mail-templates.ts'
import { isReserved } from './reserved-usernames.ts'

const sender = {
  siteName: 'Cents & <Sense>',
  currency: 'EUR',
  publicUrl: 'https://pay.example.org',
  locale: 'en',
} as const
const linked = { username: 'ann', secret: 'a-secret_of-the-link-0123456789' }

describe('letters', () => {
  it('lead to the page of their purpose, in both forms, and keep the secret out of the subject', () => {
    for (const [letter, path] of [
      [verifyMail(sender, linked), 'active'],
      [passwordResetMail(sender, linked), 'reset-password'],
    ] as const) {
      const url = `https://pay.example.org/${path}/${linked.secret}`
      expect(letter.text.split('\n')).toContain(url)
      expect(letter.html).toContain(`href="${url}"`)
      expect(letter.subject).not.toContain(linked.secret)
    }
  })

  it('let no name become markup', () => {
    expect(verifyMail(sender, linked).html).toContain('Cents &amp; &lt;Sense&gt;')
    expect(emailChangedMail(sender, linked).html).not.toContain('<Sense>')
    const values = { amount: 1, currency: 'BTC', reason: '<img src=x onerror=alert(1)>' }
    const rejected = notificationMail(sender, { kind: 'withdrawal-rejected', values, username: 'ann' })
    expect(rejected.html).not.toContain('<img')
    expect(rejected.text).toContain(values.reason)
  })

  it('tell amounts in the currency of the site, to the unit', () => {
    const values = { amount: 123_456, currency: 'LTC', receives: '0.01234567', txId: 'f00d' }
    const { text } = notificationMail(sender, { kind: 'withdrawal-paid', values, username: 'ann' })
    expect(text).toContain('0.01234567 LTC for €1.23456')
    expect(text).toContain('Transaction ID: f00d')
  })

  it('exist for every kind that is mailed', () => {
    const told = { amount: 5, currency: 'BTC', receives: '1', txId: 'x', reason: 'why', title: 'Mine' }
    const values = {
      ...told,
      taskId: 'a-task',
      submissionId: 'a-work',
      count: 2,
      left: 9,
      email: 'ann@example.com',
      message: 'so',
      method: 'Bitcoin',
      address: 'bc1q',
      hours: 24,
    }
    for (const kind of mailedKinds) {
      const { text } = notificationMail(sender, { kind, values, username: 'ann' })
      expect(text).toContain('Hi ann,')
      expect(text).not.toContain('undefined')
    }
  })
})

describe('reserved names', () => {
  it('are those of the site and of the two special roles, also in disguise', () => {
    for (const name of ['admin', 'admin1', '_admin_', '__support', 'runnel', 'boss', 'system_99']) {
      expect(isReserved(name, ['boss']), name).toBe(true)
    }
    for (const name of ['ann', 'administer', 'bossy', 'supporter_of_cats', 'mo_d_y', '___', '123']) {
      expect(isReserved(name, ['boss']), name).toBe(false)
    }
  })
})
