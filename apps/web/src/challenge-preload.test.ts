import { beforeEach, expect, test, vi } from 'vitest'
import { takeEarlyTaps } from '#features/glance/early-taps.ts'
import { showPreloaded } from './challenge-preload.ts'

const tile = '<button class="picture-tile"><img></button>'
const room = `<img class="strip" width="348" height="80">${tile}${tile}`

beforeEach(() => {
  document.body.innerHTML =
    '<div id="frame"><main><div role="status">room</div></main>' +
    `<template><section><p>Choose 0 pictures</p><svg class="lesson"></svg>${room}` +
    '<div class="claim-bar"><span>Claim 0 units</span></div></section>' +
    '<section>No captcha<div class="claim-bar"><span>Claim 0 units</span></div></section></template></div>'
  localStorage.clear()
  HTMLImageElement.prototype.decode = async () => undefined
})

const picture = (name: string) => ({ id: name, src: `data:image/jpeg,${name}`, width: 120, height: 90 })
const answer = (body: object) => Response.json(body)
const main = () => document.querySelector('#frame main')

test('puts the pictures of a challenge into the first drawing', async () => {
  const given = answer({ id: 'glance', reference: picture('strip'), images: [picture('one')] })
  await showPreloaded(given, 1_030)
  expect([...(main()?.querySelectorAll('img') ?? [])].map(({ src }) => src)).toEqual([
    'data:image/jpeg,strip',
    'data:image/jpeg,one',
  ])
  expect(main()?.textContent).toContain('Claim 1,030 units')
  expect(main()?.querySelector('[role="status"]')).toBeNull()
  // The page reads the same answer once more.
  expect(await given.json()).toHaveProperty('id', 'glance')
})

test.each([{ code: 'RATE' }, { reference: picture('strip'), images: [] }])(
  'leaves the room as it is where no pictures came: %o',
  async (body) => {
    await showPreloaded(answer(body), 30)
    expect(main()?.textContent).toBe('room')
  },
)

test('keeps what was tapped for the page that takes over, where it shows the same pictures', async () => {
  const place = (left: number) => () => DOMRect.fromRect({ x: left, y: 100, width: 145, height: 105 })
  await showPreloaded(answer({ reference: picture('strip'), images: [picture('one'), picture('two')] }), 30)
  const buttons = [...document.querySelectorAll('.picture-tile')]
  for (const [index, button] of buttons.entries()) button.getBoundingClientRect = place(index * 150)
  const tap = (clientX: number) => document.dispatchEvent(new MouseEvent('click', { clientX, clientY: 150 }))
  tap(200)
  tap(147)
  expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual([null, 'true'])
  const taps = takeEarlyTaps('one')
  expect(taps?.clicks.map(([index]) => index)).toEqual([1])
  const later = vi.fn()
  if (taps) taps.onClick = later
  tap(20)
  expect(later).toHaveBeenCalledExactlyOnceWith(0, expect.any(MouseEvent))
  expect(takeEarlyTaps('one')).toBeUndefined()
})

test('what was tapped on other pictures is forgotten', async () => {
  await showPreloaded(answer({ reference: picture('strip'), images: [picture('one')] }), 30)
  expect(takeEarlyTaps('three')).toBeUndefined()
})

test('says that nothing is asked for, where that is so', async () => {
  await showPreloaded('nothing', 1_030)
  expect(main()?.textContent).toBe('No captchaClaim 1,030 units')
})

test('teaches the rule only where this browser has not been taught', async () => {
  const given = () => answer({ reference: picture('strip'), images: [picture('one')] })
  const again = main()?.innerHTML ?? ''
  await showPreloaded(given(), 30)
  expect(main()?.querySelector('.lesson')).not.toBeNull()
  localStorage.setItem('lessons', '2')
  const place = main()
  if (place) place.innerHTML = again
  await showPreloaded(given(), 30)
  expect(main()?.querySelector('.lesson')).toBeNull()
})
