import { Trans } from '@lingui/react/macro'
import type { PublicData } from '#web/public-data.ts'
import { ContactForm } from './ContactForm.tsx'

export function ContactPage({ data }: { data: PublicData }) {
  const { name, contactEmail } = data.site
  return (
    <section className="page contact">
      <div>
        <h1>
          <Trans id="contact.heading">Write to us</Trans>
        </h1>
        <p className="page-lead">
          <Trans id="contact.lead">
            A person at {name} reads every message. You do not need an account, and nobody else sees what you write.
          </Trans>
        </p>
      </div>
      <ContactForm email={contactEmail} />
      <dl className="contact-facts">
        <div>
          <dt>
            <Trans id="contact.payout">About a payout?</Trans>
          </dt>
          <dd>
            <Trans id="contact.payout.text">Name the coin, the amount and the day, so that we find it at once.</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <Trans id="contact.locked">Is your account locked?</Trans>
          </dt>
          <dd>
            <Trans id="contact.locked.text">
              Write from the address you registered with. A person will look at it again.
            </Trans>
          </dd>
        </div>
        {contactEmail && <ByMail address={contactEmail} />}
      </dl>
    </section>
  )
}

function ByMail({ address }: { address: string }) {
  return (
    <div>
      <dt>
        <Trans id="contact.mail">Rather by e-mail?</Trans>
      </dt>
      <dd>
        <a className="link" href={`mailto:${address}`}>
          {address}
        </a>
      </dd>
    </div>
  )
}
