import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Celebration } from './Celebration.tsx'

const animate = vi.fn(() => ({ onfinish: null }))
const wants = (reduced: boolean) => {
  window.matchMedia = vi.fn(() => ({ matches: reduced }) as MediaQueryList)
  Element.prototype.animate = animate as unknown as Element['animate']
  document.body.innerHTML = '<header class="top-bar"><span class="coin"></span></header>'
}
const flying = () => document.querySelectorAll('body > span[aria-hidden="true"]').length

afterEach(() => animate.mockClear())

test('what was paid flies into the balance; a new level lets more leap, and nothing is left behind', () => {
  wants(false)
  const { unmount } = render(<Celebration isLevelUp={false} />)
  expect(flying()).toBe(1)
  unmount()
  expect(flying()).toBe(0)
  const level = render(<Celebration isLevelUp />)
  expect(flying()).toBeGreaterThan(10)
  level.unmount()
  expect(flying()).toBe(0)
})

test('whoever wants less motion sees none', () => {
  wants(true)
  render(<Celebration isLevelUp />)
  expect(animate).not.toHaveBeenCalled()
  expect(flying()).toBe(0)
})
