import { expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 10 })

test('the owner sees a text as its page would show it, and nothing is saved', async () => {
  const owner = await world.owner()
  const before = await world.guest().home.content({ params: { name: 'faq' } })
  const markdown = '# Asked often\n\n**Hello** from {{site}}. <script>alert(1)</script><img src=x onerror=alert(1)>'
  const shown = await owner.admin.previewContent({ body: { name: 'faq', markdown } })
  expect(shown).toMatchObject({ title: 'Asked often', markdown })
  expect(shown.html).toContain('<strong>Hello</strong> from Runnel.')
  expect(shown.html).not.toMatch(/script|onerror/)
  expect(await world.guest().home.content({ params: { name: 'faq' } })).toEqual(before)
})

test('an empty text shows the words that come with Runnel, ready to be edited', async () => {
  const owner = await world.owner()
  const page = await world.guest().home.content({ params: { name: 'privacy-policy' } })
  const shown = await owner.admin.previewContent({ body: { name: 'privacy-policy', markdown: '' } })
  expect(shown.title).toBe(page.title)
  expect(shown.html).toBe(page.html)
  expect(shown.markdown).toContain(`# ${page.title}`)
})

test('a text of any length is shown, and refused where it cannot be formatted', async () => {
  const owner = await world.owner()
  const preview = (markdown: string) => owner.admin.previewContent({ body: { name: 'faq', markdown } })
  const [long, other] = await Promise.all([preview('**a** b\n\n'.repeat(6_000)), preview('*c*\n\n'.repeat(3_000))])
  expect(long.html.split('<strong>a</strong>')).toHaveLength(6_001)
  expect(other.html.split('<em>c</em>')).toHaveLength(3_001)
  for (const length of [100, 20_000]) {
    const refused = await refusal(preview('> '.repeat(length)))
    expect(refused).toMatchObject({ status: 422 })
  }
})
