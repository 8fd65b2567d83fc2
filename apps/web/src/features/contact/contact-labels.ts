import { t } from '@lingui/core/macro'

/** All that the form's script may have to say; it has no catalogue of its own. */
export const contactText = () => ({
  email: t({ id: 'contact.email.wrong', message: 'Enter an email address, such as name@example.com.' }),
  subject: t({ id: 'contact.subject.wrong', message: 'Enter 3 to 120 characters.' }),
  message: t({ id: 'contact.message.wrong', message: 'Enter 10 to 4,000 characters.' }),
  checking: t({ id: 'contact.checking', message: 'Verifying that you’re human…' }),
  sending: t({ id: 'contact.sending', message: 'Sending…' }),
  offline: t({
    id: 'contact.offline',
    message: 'Couldn’t reach the site. Check your connection and try again.',
  }),
  unsolved: t({
    id: 'contact.unsolved',
    message: 'Your browser couldn’t complete the verification. Please update your browser and try again.',
  }),
  refused: t({ id: 'contact.refused', message: 'Something went wrong. Please try again later.' }),
})

export type ContactText = ReturnType<typeof contactText>
