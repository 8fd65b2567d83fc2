import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
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
