import { expect, test } from 'vitest'
import { styleFor } from './frame-style.ts'

const sheet =
  '@layer theme,base;@layer base{*{margin:0}:root{--ink:#123}}' +
  '@layer components{.card{color:red}.card>.title,.other{top:0}.card:not(.flat){left:0}' +
  '@media (width<40rem){.other{top:1px}}@keyframes slide{0%{top:0}}}' +
  '@layer utilities{.sm\\:p-8{padding:2rem}.grid-cols-\\[1fr_minmax\\(0\\,2fr\\)\\]{display:grid}.p-4{padding:1rem}}' +
  '.quoted{content:"}.card{"}@font-face{font-family:A}'

test('keeps what the classes of the drawing ask for, in its layers and in its order', () => {
  const html = '<main class="card sm:p-8 grid-cols-[1fr_minmax(0,2fr)]"></main>'
  expect(styleFor(html, sheet)).toBe(
    '@layer theme,base;@layer base{*{margin:0}:root{--ink:#123}}' +
      '@layer components{.card{color:red}.card:not(.flat){left:0}@keyframes slide{0%{top:0}}}' +
      '@layer utilities{.sm\\:p-8{padding:2rem}.grid-cols-\\[1fr_minmax\\(0\\,2fr\\)\\]{display:grid}}' +
      '@font-face{font-family:A}',
  )
})

test('keeps a rule whole when one of its selectors may match, and reads strings as strings', () => {
  const kept = styleFor('<p class="other quoted"></p>', sheet)
  expect(kept).toContain('.card>.title,.other{top:0}@media (width<40rem){.other{top:1px}}')
  expect(kept).toContain('.quoted{content:"}.card{"}')
  expect(kept).not.toContain('.card{color:red}')
})
