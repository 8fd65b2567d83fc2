import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/Button.tsx'
import type { PublicData } from './public-data.ts'

export function HomePage({ data }: { data: PublicData }) {
  const name = data.site.name
  return (
    <section className="grid gap-5 py-12 sm:py-20">
      <h1 className="max-w-[18ch] text-[clamp(2.25rem,1.4rem+4vw,4rem)]">
        <Trans id="home.hero">Small drops, paid out for certain.</Trans>
      </h1>
      <p className="max-w-[52ch] text-lg text-muted">
        <Trans id="home.lead">{name} pays you in crypto for small things, and shows every payout.</Trans>
      </p>
      <p className="for-guests">
        <Button as="a" href="/register" variant="money" size="large">
          <Trans id="home.start">Create an account</Trans>
        </Button>
      </p>
    </section>
  )
}
