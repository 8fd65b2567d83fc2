import { t } from '@lingui/core/macro'
import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { useSite } from '#features/home/home.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'

const QrCode = lazy(() => loadChunk(() => import('#ui/chart/QrCode.tsx').then((file) => ({ default: file.QrCode }))))

interface ShareCardProps {
  link: string
  /** What it brings, in a sentence. */
  commission: string
}

/** The own link to copy, to share by the phone's own ways, and to be scanned. */
export const ShareCard = ({ link, commission }: ShareCardProps) => (
  <Card>
    <div className="flex flex-wrap items-center gap-6">
      <div className="grid min-w-0 grow gap-4" style={{ flexBasis: '16rem' }}>
        <TextInput
          label={t({ id: 'referral.link', message: 'Referral link' })}
          hint={commission}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="flex flex-wrap gap-2">
          <CopyButton text={link} label={t({ id: 'referral.copy', message: 'Copy link' })} />
          <ShareButton link={link} />
        </div>
      </div>
      <div className="mx-auto" style={{ width: '11rem', height: '11rem' }}>
        <Suspense fallback={null}>
          <QrCode text={link} label={t({ id: 'referral.qr', message: 'Referral link as QR code' })} />
        </Suspense>
      </div>
    </div>
  </Card>
)

/** Only where the browser can hand a link to other programs, which most do on a phone. */
const ShareButton = ({ link }: { link: string }) => {
  const { name } = useSite()
  if (!('share' in navigator)) return null
  // Whoever closes the list of programs has not made a mistake.
  const share = () => void navigator.share({ title: name, url: link }).catch(() => undefined)
  return (
    <Button size="small" icon={<IconShare aria-hidden="true" />} onClick={share}>
      {t({ id: 'referral.share', message: 'Share' })}
    </Button>
  )
}
