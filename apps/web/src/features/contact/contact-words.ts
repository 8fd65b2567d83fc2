import { t } from '@lingui/core/macro'

/** All that the form's script may have to say; it has no catalogue of its own. */
export function contactWords() {
  return {
    email: t({ id: 'contact.email.wrong', message: 'Enter a whole e-mail address, such as name@example.com.' }),
    subject: t({ id: 'contact.subject.wrong', message: 'Write 3 to 120 characters.' }),
    message: t({ id: 'contact.message.wrong', message: 'Write 10 to 4,000 characters.' }),
    checking: t({ id: 'contact.checking', message: 'Your device does a small sum that keeps robots out…' }),
    sending: t({ id: 'contact.sending', message: 'Sending…' }),
    offline: t({
      id: 'contact.offline',
      message: 'The site could not be reached. Check your connection and try again.',
    }),
    unsolved: t({ id: 'contact.unsolved', message: 'Your browser could not do the sum. A newer one can.' }),
    refused: t({ id: 'contact.refused', message: 'Something went wrong on our side. Please try again later.' }),
  }
}

export type ContactWords = ReturnType<typeof contactWords>
