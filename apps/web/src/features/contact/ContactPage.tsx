import { Trans } from '@lingui/react/macro'
import type { PublicData } from '#web/public-data.ts'
import { ContactForm } from './ContactForm.tsx'

export const ContactPage = ({ data }: { data: PublicData }) => {
  const { name, contactEmail } = data.site
  return (
    <section className="page contact">
      <div>
        <h1>
          <Trans id="contact.heading">Contact us</Trans>
        </h1>
        <p className="page-lead">
          <Trans id="contact.lead">
            The {name} team reads every message. You don’t need an account, and your message stays private.
          </Trans>
        </p>
      </div>
      <ContactForm email={contactEmail} />
      <dl className="contact-facts">
        <div>
          <dt>
            <Trans id="contact.payout">Question about a withdrawal?</Trans>
          </dt>
          <dd>
            <Trans id="contact.payout.text">Include the currency, amount and date so we can find it quickly.</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <Trans id="contact.locked">Is your account locked?</Trans>
          </dt>
          <dd>
            <Trans id="contact.locked.text">
              Write from your registered email address and we’ll review your account.
            </Trans>
          </dd>
        </div>
        {contactEmail && <ByMail address={contactEmail} />}
      </dl>
    </section>
  )
}

const ByMail = ({ address }: { address: string }) => (
  <div>
    <dt>
      <Trans id="contact.mail">Prefer email?</Trans>
    </dt>
    <dd>
      <a className="link" href={`mailto:${address}`}>
        {address}
      </a>
    </dd>
  </div>
)
