import { expect, test, vi } from 'vitest'
import { showPage } from './first-paint.ts'

const draw = (frame: string): HTMLElement => {
  document.body.innerHTML = `<div id="frame"><main>${frame}</main></div><div id="root" hidden></div>`
  return document.querySelector<HTMLElement>('#root') ?? document.body
}
const frame = () => document.querySelector('#frame')

test('a first drawing without the pictures of a claim goes at once, also one with examples', () => {
  const root = draw('<span class="picture-tile"><img alt=""></span>')
  showPage()
  expect(frame()).toBeNull()
  expect(root.hidden).toBe(false)
})

test('pictures of a claim stay until the page has decoded its own', async () => {
  const root = draw('<div class="claim-bar"></div>')
  showPage()
  root.innerHTML = '<span class="skeleton"></span>'
  await Promise.resolve()
  expect(frame()).not.toBeNull()
  expect(root.hidden).toBe(true)
  const decode = Promise.withResolvers<undefined>()
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(decode.promise)
  root.innerHTML = '<button class="picture-tile"><img alt=""></button>'
  await Promise.resolve()
  expect(frame()).not.toBeNull()
  decode.resolve(undefined)
  await vi.waitFor(() => expect(frame()).toBeNull())
  expect(root.hidden).toBe(false)
})
