import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { contactText } from './contact-labels.ts'

/** In development Vite serves the source of the form's script; the build puts it beside the app. */
const formModule = import.meta.env.DEV ? '/src/public-contact.ts' : '/contact.js'

/** Works by the script it names, which reads all its words from here: this is where the catalogue is. */
export const ContactForm = ({ email }: { email: string }) => (
  <div className="contact-main">
    <Sent />
    <form className="form contact-form" noValidate data-module={formModule} data-words={JSON.stringify(contactText())}>
      <TextInput
        id="contact-email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        label={t({ id: 'contact.email', message: 'Your email address' })}
        hint={t({ id: 'contact.email.hint', message: 'We’ll reply to this address.' })}
      />
      <TextInput
        id="contact-subject"
        name="subject"
        maxLength={120}
        required
        label={t({ id: 'contact.subject', message: 'Subject' })}
      />
      <TextArea
        id="contact-message"
        name="message"
        maxLength={4_000}
        required
        label={t({ id: 'contact.message', message: 'Message' })}
      />
      <Trap />
      <div hidden data-failed="" role="alert">
        <Alert tone="bad" title={t({ id: 'contact.failed', message: 'Message not sent' })}>
          <span data-reason="" />
        </Alert>
      </div>
      <Alerts email={email} />
      <Button type="submit" variant="primary" size="large">
        {t({ id: 'contact.send', message: 'Send message' })}
      </Button>
      <p className="contact-status" role="status" data-status="" />
      <template data-error="">
        <FieldError id="contact-error">{''}</FieldError>
      </template>
    </form>
  </div>
)

/** Stands outside of what anyone sees, hears or reaches by keyboard: only a program fills it. */
const Trap = () => (
  <div className="visually-hidden" aria-hidden="true">
    <label htmlFor="contact-website">{t({ id: 'contact.website', message: 'Website' })}</label>
    <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
  </div>
)

const Alerts = ({ email }: { email: string }) => {
  const unloaded = email
    ? t({ id: 'contact.unloaded.mail', message: `The form didn’t load. Try again or email ${email}.` })
    : t({ id: 'contact.unloaded', message: 'The form didn’t load. Check your connection and try again.' })
  return (
    <>
      <div hidden data-unloaded="" role="alert">
        <Alert tone="bad">{unloaded}</Alert>
      </div>
      <noscript>
        <Alert tone="warn">
          <Trans id="contact.noScript">This form needs JavaScript to verify that you’re human.</Trans>
        </Alert>
      </noscript>
    </>
  )
}

const Sent = () => (
  <div hidden data-sent="" tabIndex={-1} className="contact-sent notice tone-good">
    <div className="notice-body">
      <h2 className="notice-title">
        <Trans id="contact.sent">Message sent</Trans>
      </h2>
      <p>
        <Trans id="contact.sent.text">
          Thank you. We’ll reply to <b data-address="" />. Check your spam folder too.
        </Trans>
      </p>
    </div>
  </div>
)
