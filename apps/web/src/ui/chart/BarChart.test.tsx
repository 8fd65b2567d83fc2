import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from '#web/test/user.ts'
import { BarChart } from './BarChart.tsx'

const chart = (count: number, value = 1) => {
  const bars = Array.from({ length: count }, (_, index) => ({ label: `day ${index + 1}`, value: value * index }))
  const { container } = render(<BarChart label="Claims per day" bars={bars} />)
  const labels = [...container.querySelectorAll<HTMLElement>('.bars-labels > span')]
  return { container, labels: labels.map((label) => [label.textContent, label.style.flexGrow]) }
}

test('a label ends below its own bar, and the last bar always has one', () => {
  expect(chart(30).labels).toEqual([5, 10, 15, 20, 25, 30].map((day) => [`day ${day}`, '5']))
  expect(chart(4).labels).toEqual([1, 2, 3, 4].map((day) => [`day ${day}`, '1']))
  // One bar alone before the next label has no space for its own.
  expect(chart(31).labels).toEqual([['', '1'], ...[7, 13, 19, 25, 31].map((day) => [`day ${day}`, '6'])])
})

test('it says how much the longest bar is', () => {
  expect(chart(4, 1_000).container.textContent).toContain('Max: 3,000')
  expect(chart(4, 0).container.textContent).toContain('Max: 0')
})

test('the arrow keys go from bar to bar, and a screen reader reads each', async () => {
  const user = userEvent.setup()
  const { container } = chart(4, 1_000)
  const plot = screen.getByRole('slider', { name: 'Claims per day' })
  const told = () => [plot.getAttribute('aria-valuetext'), container.querySelector('b')?.textContent]
  await user.tab()
  expect(told()).toEqual(['day 4: 3,000', 'day 4: 3,000'])
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(told()).toEqual(['day 2: 1,000', 'day 2: 1,000'])
  await user.keyboard('{Home}{ArrowLeft}')
  expect(told()[0]).toBe('day 1: 0')
  await user.keyboard('{End}{ArrowRight}')
  expect(told()[0]).toBe('day 4: 3,000')
  await user.tab()
  expect(container.querySelector('b')).toBeNull()
  expect(container.textContent).toContain('Max: 3,000')
})

test('a finger picks a bar, which stays when it is lifted; a mouse takes its bar along', () => {
  const { container } = chart(4, 1_000)
  const plot = screen.getByRole('slider')
  const box = { left: 100, right: 500, width: 400, top: 0, bottom: 0, height: 0, x: 0, y: 0, toJSON: () => null }
  plot.getBoundingClientRect = () => box
  fireEvent.pointerDown(plot, { clientX: 250, pointerType: 'touch' })
  fireEvent.pointerLeave(plot, { pointerType: 'touch' })
  expect(container.querySelector('b')?.textContent).toBe('day 2: 1,000')
  fireEvent.pointerMove(plot, { clientX: 499, pointerType: 'mouse' })
  expect(container.querySelector('b')?.textContent).toBe('day 4: 3,000')
  fireEvent.pointerLeave(plot, { pointerType: 'mouse' })
  expect(container.querySelector('b')).toBeNull()
})

test('a scale stands beside the bars', () => {
  const scale = chart(4, 1_000).container.querySelector('.bars-scale')
  expect([...(scale?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['4K', '2K', '0'])
})
