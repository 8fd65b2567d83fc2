import { type Locale, LOCALES } from '@runnel/contract/locale'
import { defaults } from '@runnel/contract/settings/settings'
import { describe, expect, test } from 'vitest'
import { renderContent } from './content.ts'

const none = { text: '', updatedAt: null }
const pageOf = (name: 'terms-of-service' | 'privacy-policy', locale: Locale, changes = {}) =>
  renderContent({ name, settings: { ...defaults, ...changes }, locale, own: none }).html

describe.each(LOCALES.map(({ tag }) => tag))('the texts in %s', (locale) => {
  test('name what is set', () => {
    const closed = {
      closed_countries_register: ['DE'],
      closed_countries_earn: ['FR', 'TR'],
      closed_countries_withdraw: ['NO'],
      minimum_age: 21,
    }
    const terms = pageOf('terms-of-service', locale, closed)
    const names = new Intl.DisplayNames([locale], { type: 'region' })
    for (const code of ['DE', 'FR', 'TR', 'NO']) expect(terms).toContain(names.of(code))
    const privacy = pageOf('privacy-policy', locale, closed)
    for (const page of [terms, privacy]) {
      expect(page).toContain('21')
      expect(page).not.toContain('{{')
    }
    const plain = pageOf('privacy-policy', locale)
    expect(privacy.split('<li>').length - plain.split('<li>').length).toBe(1)
  })

  test('leave out what is not set', () => {
    const pages = [pageOf('terms-of-service', locale), pageOf('privacy-policy', locale)]
    for (const page of pages) {
      expect(page).toContain('18')
      expect(page).not.toContain('{{')
      expect(page).not.toMatch(/<li>\s*<\/li>/)
    }
    const one = pageOf('terms-of-service', locale, { closed_countries_earn: ['DE'] })
    expect(one.split('<li>').length - (pages[0] ?? '').split('<li>').length).toBe(1)
  })
})

test('a text of the owner may use the same names', () => {
  const text = '# Rules\n\nFrom {{age}}.\n\n- {{closedEarn}}\n- {{closedWithdraw}}\n'
  const settings = { ...defaults, minimum_age: 16, closed_countries_withdraw: ['DE'] }
  const own = { text, updatedAt: new Date() }
  const { title, html } = renderContent({ name: 'terms-of-service', settings, locale: 'en', own })
  expect(title).toBe('Rules')
  expect(html).toContain('From 16.')
  expect(html).toContain('<li>Withdrawals are unavailable in these countries: Germany.</li>')
  expect(html).not.toContain('Earning')
})
