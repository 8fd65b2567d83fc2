import { defaults } from '@runnel/contract/settings/settings'
import { expect, test } from 'vitest'
import { renderContent } from './content.ts'

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
