import { create } from 'zustand'
import { pageTimer } from '#ui/timer/page-timer.ts'

export type ToastKind = 'error' | 'success'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** What can be done about it, such as taking it back. */
  action?: ToastAction | undefined
}

export interface ToastAction {
  label: string
  run: () => void
}

interface ToastState {
  toasts: Toast[]
}

const mostAtOnce = 4
let lastId = 0

export const useToasts = create<ToastState>(() => ({ toasts: [] }))

export const toastError = (text: string): void => {
  add('error', text)
}

/** So long the page has to tell a failure itself. */
export const TOLD_WITHIN_MS = 150

const later = new Set<() => void>()

/** Tells a failure by a toast unless something else has told it meanwhile. */
export const toastErrorLater = (text: () => string, isTold: () => boolean): void => {
  const callOff = pageTimer(() => {
    later.delete(callOff)
    if (!isTold()) toastError(text())
  }, TOLD_WITHIN_MS)
  later.add(callOff)
}

/** What somebody was told is nothing for whoever comes after. */
export const clearToasts = (): void => {
  for (const callOff of later) callOff()
  later.clear()
  useToasts.setState({ toasts: [] })
}

export const toastSuccess = (text: string, action?: ToastAction): void => {
  add('success', text, action)
}

export const dismissToast = (id: number): void => {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** The same words again move to the front instead of piling up. */
const add = (kind: ToastKind, text: string, action?: ToastAction): void => {
  lastId += 1
  const toast = { id: lastId, kind, text, action }
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((other) => other.text !== text || other.kind !== kind), toast].slice(-mostAtOnce),
  }))
}
