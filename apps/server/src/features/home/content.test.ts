import { readFileSync } from 'node:fs'
import { type Locale, LOCALES } from '@runnel/contract/locale'
import { defaults } from '@runnel/contract/settings/settings'
import { describe, expect, test } from 'vitest'
import { renderContent } from './content.ts'

const pages = ['faq', 'terms-of-service', 'privacy-policy'] as const

const draw = (changes: Partial<typeof defaults>) =>
  renderContent({
    name: 'faq',
    settings: { ...defaults, ...changes },
    locale: 'en',
    own: { text: '', updatedAt: null },
  })

test('follows the words, the name and the address of the site at once', () => {
  expect(draw({ content_faq: '# Ask\n\n{{site}} and {{contact}}' }).html).toContain('Runnel and the contact page')
  const named = { site_name: "Cash $& $' here", contact_email: 'hi@example.com' }
  const page = draw({ content_faq: '# Ask\n\n{{site}} and {{contact}}', ...named })
  expect(page.title).toBe('Ask')
  expect(page.html).toContain('Cash $&amp; $')
  expect(page.html).toContain('hi@example.com')
  expect(page.html).not.toContain('{{')
})

test('lets nothing through that runs', () => {
  const nasty = '<img src=x onerror=alert(1)><script>alert(1)</script>[x](javascript:alert(1))<b onclick="a()">b</b>'
  expect(draw({ content_faq: nasty }).html).not.toMatch(/script|onerror|onclick|<img/)
  expect(draw({ content_faq: '{{site}}', site_name: '<script>1</script>' }).html).not.toContain('<script')
})

describe('what comes with Runnel', () => {
  const shown = (name: (typeof pages)[number], locale: Locale) =>
    renderContent({ name, settings: defaults, locale, own: { text: '', updatedAt: null } })

  test.each(LOCALES.filter(({ tag }) => tag !== 'en').map(({ tag }) => tag))('is there in %s', (locale) => {
    for (const name of pages) {
      const [english, own] = [shown(name, 'en'), shown(name, locale)]
      expect(own.title).not.toBe(english.title)
      // As many headings, points, links and facts; a link to another page stays within the language.
      for (const part of [/<h2/g, /<h3/g, /<li/g, /<p>/g, /<a /g]) {
        expect(count(own.html, part), `${name} ${part}`).toBe(count(english.html, part))
      }
      for (const [, path = ''] of own.html.matchAll(/href="(\/(?:contact|privacy-policy|terms-of-service)[^"]*)"/g)) {
        expect(path, 'leads to English').toBe('')
      }
      const facts = (tag: string) => placeholdersOf(readFileSync(fileOf(name, tag), 'utf8'))
      expect(facts(locale)).toEqual(facts('en'))
    }
  })

  test('gives way to what the owner wrote, in every language', () => {
    const settings = { ...defaults, content_faq: '# Ours\n\nOurs.' }
    const asked = { name: 'faq', settings, own: { text: '', updatedAt: null } } as const
    expect(renderContent({ ...asked, locale: 'tr' }).title).toBe('Ours')
    const own = { text: '# Bizim', updatedAt: new Date(0) }
    expect(renderContent({ ...asked, own, locale: 'tr' }).title).toBe('Bizim')
  })
})

const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0

const placeholdersOf = (text: string): string[] => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).toSorted()

const fileOf = (name: (typeof pages)[number], locale: string): URL => {
  const file = { faq: 'faq.md', 'terms-of-service': 'terms.md', 'privacy-policy': 'privacy.md' }[name]
  return new URL(locale === 'en' ? `./content/${file}` : `./content/${locale}/${file}`, import.meta.url)
}
