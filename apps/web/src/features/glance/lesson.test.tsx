import { render } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Lesson } from './lesson.tsx'

beforeEach(() => {
  localStorage.clear()
  Reflect.deleteProperty(window, 'taps')
})

const lessonOf = (check: string) => {
  const { container, unmount } = render(<Lesson check={check} />)
  const found = container.querySelector('.lesson')
  unmount()
  return found
}

test('the rule is shown with the first two checks of a browser, and never again', () => {
  expect(lessonOf('one')).not.toBeNull()
  expect(lessonOf('one'), 'the same check drawn again is no other lesson').not.toBeNull()
  expect(lessonOf('two')).not.toBeNull()
  expect(lessonOf('three')).toBeNull()
})

test('it stays as long as the check does, and says nothing to a screen reader that the sentence does not', () => {
  localStorage.setItem('lessons', '1')
  const { container, rerender } = render(<Lesson check="four" />)
  rerender(<Lesson check="five" />)
  rerender(<Lesson check="six" />)
  expect(container.querySelector('.lesson')?.getAttribute('aria-hidden')).toBe('true')
})

test('what the first drawing has played to its end does not move again', () => {
  Object.assign(window, { taps: { paintedAt: performance.now() - 5_000 } })
  expect(lessonOf('seven')?.classList.contains('lesson-still')).toBe(true)
  Object.assign(window, { taps: { paintedAt: performance.now() - 500 } })
  expect(lessonOf('eight')?.classList.contains('lesson-still')).toBe(false)
})
