import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/Button.tsx'

/** The way in: for guests an account, for members the app. */
export const StartButtons = ({ open }: { open: boolean }) => (
  <div className="start">
    {open ? (
      <Button as="a" href="/register" variant="money" size="large" className="for-guests">
        <Trans id="home.start">Create free account</Trans>
      </Button>
    ) : (
      <p className="start-closed for-guests">
        <Trans id="home.closed">Registration is closed. Existing users can sign in.</Trans>
      </p>
    )}
    <Button as="a" href="/login" size="large" className="for-guests">
      <Trans id="home.signIn">Sign in</Trans>
    </Button>
    <Button as="a" href="/app/faucet" variant="money" size="large" className="for-members">
      <Trans id="home.toFaucet">Go to faucet</Trans>
    </Button>
  </div>
)
