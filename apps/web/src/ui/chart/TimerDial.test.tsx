import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatClock } from '#ui/format.ts'
import { useCountdown } from './countdown.ts'
import { TimerDial } from './TimerDial.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const Waiting = ({ seconds, onDrift }: { seconds: number; onDrift?: () => void }) => {
  const receivedAt = 0
  const left = useCountdown({ seconds, receivedAt, onDrift })
  return <TimerDial secondsLeft={left} totalSeconds={300} label="to go" ready={<button>Claim</button>} />
}

test.each([
  [0, '00:00'],
  [59.2, '01:00'],
  [94, '01:34'],
  [300, '05:00'],
  [3_661, '1:01:01'],
  [-5, '00:00'],
])('%s seconds read as %s', (seconds, shown) => {
  expect(formatClock(seconds)).toBe(shown)
})

test('counts down and gives way to what is ready', () => {
  vi.setSystemTime(0)
  const receivedAt = performance.now()
  render(<Waiting seconds={Math.ceil(receivedAt / 1000) + 94} />)
  const before = screen.getByRole('timer').textContent
  act(() => void vi.advanceTimersByTime(10_000))
  expect(screen.getByRole('timer').textContent).not.toBe(before)
  expect(screen.queryByRole('button')).toBeNull()
  act(() => void vi.advanceTimersByTime(90_000))
  expect(screen.getByRole('button', { name: 'Claim' })).toBeTruthy()
  expect(screen.queryByText('to go')).toBeNull()
})

test('a turned clock changes nothing that is shown, but asks the server', () => {
  const onDrift = vi.fn()
  render(<Waiting seconds={Math.ceil(performance.now() / 1000) + 94} onDrift={onDrift} />)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(onDrift).not.toHaveBeenCalled()
  const shown = screen.getByRole('timer').textContent
  vi.setSystemTime(Date.now() + 3_600_000)
  act(() => void vi.advanceTimersByTime(250))
  expect(onDrift).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('timer').textContent).toBe(shown)
})
