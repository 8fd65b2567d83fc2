import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PageLink } from '#app/PageLink.tsx'
import { Card } from '#ui/Card.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ExampleOrder, ExampleMore } from './Examples.tsx'
import { Practice } from './Practice.tsx'

/** Explains every human check with an example, the way without pictures first, and lets people practise. */
export function CaptchaInstructionPage() {
  return (
    <>
      <PageHeader
        title={t({ id: 'instruction.title', message: 'How the picture check works' })}
        lead={t({
          id: 'instruction.lead',
          message: 'It keeps robots from emptying the faucet. There are no tricks in it, and practising is free.',
        })}
      />
      <div className="grid grid-cols-1 gap-4">
        <WithoutPictures />
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
          <Card title={t({ id: 'instruction.order', message: 'Pictures in the right order' })}>
            <p className="mb-4">
              <Trans id="instruction.order.text">
                The strip names three things and how many of each. Choose the three pictures that show exactly so many
                of them, in the order of the strip. Other things in a picture do not matter, and nor do colours.
              </Trans>
            </p>
            <ExampleOrder />
          </Card>
          <Card title={t({ id: 'instruction.more', message: 'More of this than of that' })}>
            <p className="mb-4">
              <Trans id="instruction.more.text">
                Sometimes a second check follows. Choose every picture that shows more of the first thing than of the
                second; three to five of the eight do.
              </Trans>
            </p>
            <ExampleMore />
          </Card>
        </div>
        <Practice />
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <Keys />
          <Wrong />
        </div>
      </div>
    </>
  )
}

function WithoutPictures() {
  return (
    <Card title={t({ id: 'instruction.without', message: 'If you cannot use pictures' })}>
      <p>
        <Trans id="instruction.without.text">
          Choose “I can’t use pictures” below any check, or on your{' '}
          <PageLink to="/app/account" className="link">
            account page
          </PageLink>
          . Your device then does a sum in the background, some seconds long, while the timer runs. The reward and the
          timer are the same.
        </Trans>
      </p>
      <p className="mt-3 text-muted">
        <Trans id="instruction.without.conditions">
          It is open to accounts that are a day old, with a verified e-mail address, on a device that they have used for
          a day. The first withdrawal then asks for days on this site instead of solved pictures.
        </Trans>
      </p>
    </Card>
  )
}

function Keys() {
  const keys = [
    { key: 'number', names: '1 – 5', does: t({ id: 'instruction.keys.choose', message: 'choose a picture' }) },
    { key: 'back', names: 'Backspace', does: t({ id: 'instruction.keys.undo', message: 'take the last one back' }) },
    { key: 'enter', names: 'Enter', does: t({ id: 'instruction.keys.send', message: 'send the answer' }) },
    {
      key: 'tab',
      names: 'Tab',
      does: t({ id: 'instruction.keys.tab', message: 'go to the pictures and buttons one by one' }),
    },
  ]
  return (
    <Card sunken title={t({ id: 'instruction.keys', message: 'By keyboard' })}>
      <KeyValue
        pairs={keys.map(({ key, names, does }) => ({
          key,
          label: <kbd className="font-semibold text-ink">{names}</kbd>,
          value: does,
        }))}
      />
    </Card>
  )
}

function Wrong() {
  return (
    <Card sunken title={t({ id: 'instruction.wrong', message: 'If an answer was wrong' })}>
      <p>
        <Trans id="instruction.wrong.text">
          You get new pictures at once, and the faucet timer is not set back. After several wrong answers in a row there
          is a short pause, which grows if it goes on. People are wrong now and then, and that is fine.
        </Trans>
      </p>
    </Card>
  )
}
