import type { PowChallenge, PowSolution } from '@runnel/contract/check/captcha'
import { contact } from '@runnel/contract/contact'
import type { Failure } from '@runnel/contract/failure'
import * as z from 'zod/mini'
import { solvedChallenge } from './contact-challenge.ts'
import type { ContactText } from './contact-labels.ts'

type FieldName = 'email' | 'subject' | 'message'

const fields: readonly FieldName[] = ['email', 'subject', 'message']
const rules = contact.send.body.shape

/** Returns the form of the contact page its life: checks, the sum against robots, sending, and what came of it. */
export const startContactForm = (
  form: HTMLFormElement,
  solve: (challenge: PowChallenge) => Promise<PowSolution>,
): void => {
  // The page writes these words itself, see ContactForm.tsx.
  const words = JSON.parse(form.dataset['words'] ?? '{}') as ContactText
  const challenge = solvedChallenge(solve)
  let busy = false

  for (const name of fields) {
    const control = controlOf(form, name)
    control.addEventListener('change', () => showError(form, name, control.value && errorOf(form, name, words)))
    control.addEventListener('input', () => {
      if (control.hasAttribute('aria-invalid') && !errorOf(form, name, words)) showError(form, name, '')
    })
  }

  const send = async (captcha: { id: string; pow: PowSolution }): Promise<void> => {
    setFormError(form, words.sending)
    const answer = await post({ ...valuesOf(form), captcha }).catch(() => null)
    if (answer?.ok) return showSent(form)
    challenge.renew()
    if (!answer) return showFailure(form, words.offline)
    showRefusal(form, await failureOf(answer), words)
  }

  const submit = async (): Promise<void> => {
    showFailure(form, '')
    setFormError(form, words.checking)
    const captcha = await challenge.take().catch((error: unknown) => showFailure(form, reasonOf(error, words)))
    if (captcha) await send(captcha)
    setFormError(form, '')
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (busy || !isValid(form, words)) return
    busy = true
    setBusy(form, true)
    void submit().finally(() => {
      busy = false
      setBusy(form, false)
    })
  })
}

const post = (body: object): Promise<Response> =>
  fetch(contact.send.path, {
    method: contact.send.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })

const failureOf = async (answer: Response): Promise<Partial<Failure>> => {
  try {
    // Every refusal of the server is a Failure; what a proxy says in its place has none of the fields.
    return ((await answer.json()) as Partial<Failure> | null) ?? {}
  } catch {
    return {}
  }
}

const reasonOf = (error: unknown, words: ContactText): string => {
  if (error instanceof TypeError || error instanceof DOMException) return words.offline
  return error instanceof Error && error.cause === 'server' && error.message ? error.message : words.unsolved
}

const valuesOf = (form: HTMLFormElement): Record<string, string> => {
  const entries = [...fields, 'website'].map((name) => [name, controlOf(form, name).value])
  return Object.fromEntries(entries)
}

const isValid = (form: HTMLFormElement, words: ContactText): boolean => {
  const wrong = fields.filter((name) => showError(form, name, errorOf(form, name, words)))
  if (wrong[0]) controlOf(form, wrong[0]).focus()
  return wrong.length === 0
}

const errorOf = (form: HTMLFormElement, name: FieldName, words: ContactText): string =>
  z.safeParse(rules[name], controlOf(form, name).value).success ? '' : words[name]

/** Puts the sentence below the field, as the kit's Field does, or takes it away; returns whether there is one. */
const showError = (form: HTMLFormElement, name: FieldName, sentence: string): boolean => {
  const control = controlOf(form, name)
  const id = `${control.id}-error`
  const described = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one && one !== id)
  document.getElementById(id)?.remove()
  control.toggleAttribute('aria-invalid', false)
  if (sentence) {
    const template = form.querySelector<HTMLTemplateElement>('[data-error]')
    const error = template?.content.firstElementChild?.cloneNode(true)
    if (error instanceof HTMLElement) {
      error.id = id
      error.querySelector('span')?.append(sentence)
      control.closest('.input-shell, textarea')?.after(error)
    }
    control.setAttribute('aria-invalid', 'true')
    described.unshift(id)
  }
  if (described.length > 0) control.setAttribute('aria-describedby', described.join(' '))
  else control.removeAttribute('aria-describedby')
  return sentence !== ''
}

const showRefusal = (form: HTMLFormElement, failure: Partial<Failure>, words: ContactText): void => {
  const named = fields.filter((name) => showError(form, name, failure.errors?.[name] ?? ''))
  showFailure(form, failure.msg ?? words.refused)
  if (named[0]) controlOf(form, named[0]).focus()
}

const showFailure = (form: HTMLFormElement, reason: string): void => {
  partOf(form, '[data-reason]').textContent = reason
  partOf(form, '[data-failed]').hidden = reason === ''
}

const showSent = (form: HTMLFormElement): void => {
  const sent = partOf(form.parentElement ?? form, '[data-sent]')
  partOf(sent, '[data-address]').append(controlOf(form, 'email').value.trim())
  sent.hidden = false
  form.hidden = true
  sent.focus()
}

const setBusy = (form: HTMLFormElement, busy: boolean): void => {
  partOf(form, '[type=submit]').setAttribute('aria-disabled', String(busy))
}

const setFormError = (form: HTMLFormElement, sentence: string): void => {
  partOf(form, '[data-status]').textContent = sentence
}

const partOf = (parent: HTMLElement, selector: string): HTMLElement => {
  const part = parent.querySelector<HTMLElement>(selector)
  if (!part) throw new Error(`The contact form has lost its ${selector}`)
  return part
}

const controlOf = (form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement => {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) return control
  throw new Error(`The contact form has lost its field ${name}`)
}
