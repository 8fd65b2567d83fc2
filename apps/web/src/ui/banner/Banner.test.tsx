import { expect, test } from 'vitest'
import { show } from '#web/test/fake-server.tsx'
import { Banner } from './Banner.tsx'

test('the frame of a banner has no origin and its exact room', () => {
  const { getByTitle } = show(<Banner size="728x90" />)
  const frame = getByTitle('Advertisement')
  expect(frame.getAttribute('src')).toBe('/banner/728x90')
  expect([frame.getAttribute('width'), frame.getAttribute('height')]).toEqual(['728', '90'])
  const may = frame.getAttribute('sandbox')?.split(' ') ?? []
  expect(may).toContain('allow-scripts')
  expect(may.filter((word) => /same-origin|top-navigation|forms|modals/.test(word))).toEqual([])
})
