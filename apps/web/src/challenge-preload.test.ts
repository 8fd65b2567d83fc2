import { beforeEach, expect, test } from 'vitest'
import { showPreloaded } from './challenge-preload.ts'

const room = '<img class="strip" width="348" height="80"><button><img></button><button><img></button>'

beforeEach(() => {
  document.body.innerHTML =
    '<div id="frame"><main><div role="status">room</div></main>' +
    `<template><section><p>Choose 0 pictures</p>${room}` +
    '<div class="claim-bar"><span>Claim 0 units</span></div></section></template></div>'
  HTMLImageElement.prototype.decode = async () => undefined
})

const picture = (name: string) => ({ src: `data:image/webp,${name}`, width: 120, height: 90 })
const answer = (body: object) => Response.json(body)
const main = () => document.querySelector('#frame main')

test('puts the pictures of a challenge into the first drawing', async () => {
  const given = answer({ instruction: picture('strip'), antibotlinks: [picture('one')], pick: 3 })
  await showPreloaded(given, 1_030)
  expect([...(main()?.querySelectorAll('img') ?? [])].map(({ src }) => src)).toEqual([
    'data:image/webp,strip',
    'data:image/webp,one',
  ])
  expect(main()?.textContent).toContain('Choose 3 pictures')
  expect(main()?.textContent).toContain('Claim 1,030 units')
  expect(main()?.querySelector('[role="status"]')).toBeNull()
  // The page reads the same answer once more.
  expect(await given.json()).toHaveProperty('pick', 3)
})

test.each([{ code: 'RATE' }, { instruction: picture('strip'), antibotlinks: [], pick: 0 }])(
  'leaves the room as it is where no pictures came: %o',
  async (body) => {
    await showPreloaded(answer(body), 30)
    expect(main()?.textContent).toBe('room')
  },
)
