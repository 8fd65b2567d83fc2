import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { endPageTimers, pageTimer } from '#ui/timer/page-timer.ts'
import { useAfterDraw } from '#ui/timer/use-after-draw.ts'
import { userEvent } from '#web/test/user.ts'
import { refusePendingTimers } from './timers.ts'

test.each([
  ['timeout', () => setTimeout(() => undefined, 60_000)],
  ['interval', () => setInterval(() => undefined, 60_000)],
])('a %s that outlives its test is named with its place', async (_, set) => {
  const timer = set()
  await expect(refusePendingTimers()).rejects.toThrow(/a timer of 60000 ms, set .*timers[.]test[.]tsx:\d+/)
  clearTimeout(timer)
})

test('timers that have run, that were cleared, that are due, and those of packages are no fault', async () => {
  const run = vi.fn()
  clearTimeout(setTimeout(run, 60_000))
  clearInterval(setInterval(run, 1))
  cancelAnimationFrame(requestAnimationFrame(run))
  expect(run).not.toHaveBeenCalled()
  setTimeout(run)
  await refusePendingTimers()
  expect(run).toHaveBeenCalledOnce()
})

test('a timer of the page is called off, or ends with the page', async () => {
  const run = vi.fn()
  pageTimer(run, 60_000)()
  await refusePendingTimers()
  pageTimer(run, 60_000)
  endPageTimers()
  await refusePendingTimers()
  await new Promise<void>((resolve) => void pageTimer(resolve))
  expect(run).not.toHaveBeenCalled()
})

test('a dialog leaves no timer when it closes', async () => {
  const { rerender } = render(<Dialog open onClose={() => undefined} title="Edit" />)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  rerender(<Dialog open={false} onClose={() => undefined} title="Edit" />)
  await refusePendingTimers()
})

const Late = ({ run }: { run: () => void }) => {
  const afterDraw = useAfterDraw()
  return <button onClick={() => afterDraw(run)}>press</button>
}

test('what waits for the drawing of a component runs once, and not after the component has gone', async () => {
  const run = vi.fn()
  const { unmount } = render(<Late run={run} />)
  screen.getByText('press').click()
  screen.getByText('press').click()
  await refusePendingTimers()
  expect(run).toHaveBeenCalledOnce()
  screen.getByText('press').click()
  unmount()
  await refusePendingTimers()
  expect(run).toHaveBeenCalledOnce()
})
