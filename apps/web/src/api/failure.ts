import { t } from '@lingui/core/macro'
import type { PageRequest, Transport } from '@runnel/contract/client'
import { status } from '@runnel/contract/failure'
import { history } from '#base/history.ts'
import { loginAddress, to } from '#base/paths.ts'
import { clearSession, useStore } from '#base/store.ts'
import { toastErrorLater, toastSuccess } from '#ui/overlay/toast.ts'
import { report } from './analytics.ts'
import { queryClient } from './cache.ts'
import { reloadChallenge, type ReloadTarget } from './reload.ts'
import { CallError, NoAnswerError } from './send.ts'
import { isSilent } from './silent.ts'

/** Every call passes here: what it says is told, what it demands is done, and the caller still learns of a failure. */
export const withFailures =
  (transport: Transport): Transport =>
  async (request) => {
    try {
      const answer = await transport(request)
      if (!isSilent(request.signal)) showSuccess(answer)
      return answer
    } catch (error) {
      if (!request.signal?.aborted) applyFailureActions(error, request)
      throw error
    }
  }

/** Does what a failed call demands. The only reader of the envelope's orders. */
export const applyFailureActions = (error: unknown, request: PageRequest): void => {
  // Of several calls that a dead session refuses, the first one says so.
  const isToldAlready = error instanceof CallError && error.status === status.noSession && !hasSession()
  if (error instanceof CallError) {
    applyStatusActions(error)
    reloadAfter(error, request)
    if (error.failure?.isMaintaining) go(to('/maintenance'))
    if (error.failure?.action?.type === 'redirect') followRedirect(error.failure.action.path)
  }
  if (error instanceof NoAnswerError && error.reason === 'network') {
    report({ type: 'network', message: error.message, address: request.path })
  }
  // The strip above the page says it once for all that cannot be read.
  if (isSilent(request.signal) || (isOffline(error) && request.route.method === 'GET')) return
  if (isToldAlready || isToldElsewhere(error)) return
  // What waits for another admin did not go wrong.
  const isProposed = error instanceof CallError && error.failure?.code === 'WAITS_FOR_SECOND'
  if (isProposed) toastSuccess(sentenceOf(error))
  else toastUnlessShown(error)
}

const hasSession = (): boolean => useStore.getState().token !== null

/** The page that it leads to says the same. */
const isToldElsewhere = (error: unknown): boolean => {
  if (!(error instanceof CallError)) return false
  const { status: code, failure } = error
  const isCooldown = failure?.action?.type === 'redirect' && failure.action.path === to('/app/wait')
  return code === status.locked || failure?.isMaintaining === true || isCooldown
}

/** Failures whose words stand in the page. */
const shown = new WeakSet<object>()

/** For a page that shows a failure in other words than `messageOf` gives. */
export const markShown = (error: unknown): void => {
  if (typeof error === 'object' && error !== null) shown.add(error)
}

/**
 * Each failure is told once. What a page shows by `messageOf`, beside its fields or in words of its own is not told by
 * a toast as well; what no page shows is.
 */
const toastUnlessShown = (error: unknown): void =>
  toastErrorLater(
    () => sentenceOf(error),
    () => typeof error === 'object' && error !== null && shown.has(error),
  )

/**
 * False where the server refused what was asked: the same once more is refused again. Where it took too long, where
 * there were too many, or where nobody said who is at the screen, another time may do.
 */
export const isWorthRepeating = (error: unknown): boolean => {
  if (!(error instanceof CallError)) return true
  const isOfTheMoment = error.status === 408 || error.status === status.tooMany
  return error.status >= 500 || isOfTheMoment || error.failure?.code === 'STEP_UP_REQUIRED'
}

const isOffline = (error: unknown): boolean =>
  error instanceof NoAnswerError && (error.reason === 'offline' || !navigator.onLine)

/** An error of the page itself whose message is a sentence for people. */
export class SentenceError extends Error {}

/** What went wrong, in words that the page shows; so nothing else tells it. */
export const messageOf = (error: unknown): string => {
  markShown(error)
  return sentenceOf(error)
}

/**
 * What went wrong, in words for a person: the server's own where it gave some. The text of any other exception is for
 * developers and never shown.
 */
const sentenceOf = (error: unknown): string => {
  if (error instanceof CallError) return error.failure?.msg ?? statusSentence(error.status)
  if (error instanceof NoAnswerError && error.reason === 'timeout') {
    return t({ id: 'api.timeout', message: 'The server took too long to respond. Try again in a moment.' })
  }
  if (error instanceof SentenceError) return error.message
  if (isOffline(error)) {
    return t({ id: 'api.offline', message: 'You’re offline. Try again when you’re connected.' })
  }
  if (!(error instanceof NoAnswerError)) {
    return t({ id: 'api.broken', message: 'Something went wrong. Reload the page and try again.' })
  }
  const { message } = error
  return t({
    id: 'api.network',
    message: `${message}. Check your connection. If it works, clear your browser cache and try again.`,
  })
}

/** The sentences that belong to single fields, for the form that was sent. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  (error instanceof CallError && error.failure?.errors) || {}

const statusSentence = (code: number): string =>
  t({ id: 'api.status', message: `Server error ${code}. Try again in a moment.` })

const showSuccess = (answer: unknown): void => {
  if (typeof answer !== 'object' || answer === null || !('msg' in answer)) return
  if (typeof answer.msg === 'string' && answer.msg !== '') toastSuccess(answer.msg)
}

const applyStatusActions = ({ status: code }: CallError): void => {
  if (code === status.noSession) {
    const address = `${window.location.pathname}${window.location.search}`
    clearSession()
    queryClient.clear()
    go(loginAddress(address))
  }
  if (code === status.locked) {
    // What is known of the user is from before the lock: a page that believed it would lead straight back.
    void queryClient.resetQueries({ queryKey: ['user', 'me'] })
    go(to('/app/locked'))
  }
}

/**
 * A challenge that went with a refused call is spent; `captcha` means that both must be made anew. Told once: of two
 * requests for pictures the server may answer the abandoned one last, and so void those that are shown.
 */
const reloadAfter = ({ failure }: CallError, { body }: PageRequest): void => {
  if (failure?.reload === 'captcha' || carries(body, 'captcha')) reloadChallenge('captcha')
  else if (failure?.reload || carries(body, 'antibot')) reloadChallenge('antibot')
}

const carries = (body: unknown, name: ReloadTarget): boolean =>
  typeof body === 'object' && body !== null && name in body && Object(body)[name] !== undefined

/** The server may send a visitor anywhere on this site and nowhere else. */
const followRedirect = (path: string): void => {
  const url = new URL(path, window.location.origin)
  if (url.origin === window.location.origin) go(`${url.pathname}${url.search}${url.hash}`)
}

const go = (address: string): void => {
  const [path] = address.split('?')
  if (path !== window.location.pathname) history.push(address)
}
