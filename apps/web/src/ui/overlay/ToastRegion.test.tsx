import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toastError, toastSuccess, useToasts } from './toast.ts'
import { ToastRegion } from './ToastRegion.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  useToasts.setState({ toasts: [] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('an error is an alert titled Error, a success a status titled Success', () => {
  render(<ToastRegion />)
  act(() => {
    toastError('You can claim again in 94 seconds.')
    toastSuccess('You received 36 units.')
  })
  expect(screen.getByRole('alert').textContent).toContain('ErrorYou can claim again in 94 seconds.')
  expect(screen.getByRole('status').textContent).toContain('SuccessYou received 36 units.')
})

test('goes by itself, an error later than a success', () => {
  render(<ToastRegion />)
  act(() => {
    toastError('Failed')
    toastSuccess('Done')
  })
  act(() => void vi.advanceTimersByTime(6_000))
  expect(screen.queryByText('Done')).toBeNull()
  expect(screen.getByText('Failed')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(6_000))
  expect(screen.queryByText('Failed')).toBeNull()
})

test('stays while the visitor points at it', () => {
  render(<ToastRegion />)
  act(() => toastSuccess('Done'))
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notifications' }))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('Done')).toBeTruthy()
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Notifications' }))
  act(() => void vi.advanceTimersByTime(6_000))
  expect(screen.queryByText('Done')).toBeNull()
})

test('can be dismissed, and the same words do not pile up', () => {
  render(<ToastRegion />)
  act(() => {
    toastError('Failed')
    toastError('Failed')
  })
  expect(screen.getAllByText('Failed')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Failed')).toBeNull()
})

test('never more than four at once', () => {
  render(<ToastRegion />)
  act(() => ['a', 'b', 'c', 'd', 'e'].forEach(toastError))
  expect(screen.getAllByRole('alert')).toHaveLength(4)
  expect(screen.queryByText('a')).toBeNull()
})
