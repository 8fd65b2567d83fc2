import { plural, t } from '@lingui/core/macro'
import type { ListedOffer, OfferDevice } from '@runnel/contract/earn/offer'
import type { ListedWall } from '@runnel/contract/earn/offerwall'
import type { ReactNode } from 'react'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { formatDuration } from '#ui/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useOpenOffer } from './offer-list.ts'
import { Reliability } from './Reliability.tsx'

interface OfferDialogProps {
  offer: ListedOffer
  /** Undefined: that its wall has kept its word is not known yet. */
  wall: ListedWall | undefined
  device: OfferDevice
  title: string
  onClose: () => void
}

/** All that a vendor wants known of an offer before anybody begins; BitLabs allows no list without it. */
export const OfferDialog = ({ offer, wall, device, title, onClose }: OfferDialogProps) => {
  const open = useOpenOffer(device)
  const { description, requirements, steps, limitMinutes } = offer
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <Button busy={open.isPending} onClick={() => open.mutate(offer, { onSuccess: onClose })}>
          {t({ id: 'offers.dialog.start', message: 'Start offer' })}
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <span className="grid gap-1">
            <span className="font-semibold">{offer.wall}</span>
            {wall && <Reliability reliability={wall.reliability} />}
          </span>
          <Amount units={offer.reward} />
        </div>
        {description !== '' && (
          <p className="wrap-anywhere" dir="auto">
            {description}
          </p>
        )}
        <Part title={t({ id: 'offers.details', message: 'Requirements' })}>
          {requirements !== '' && <p className="wrap-anywhere">{requirements}</p>}
          {limitMinutes !== null && (
            <p>
              {t({
                id: 'offers.limit',
                message: `Complete everything within ${formatDuration(limitMinutes * 60)}. Later steps aren’t paid.`,
              })}
            </p>
          )}
        </Part>
        {steps.length > 0 && (
          <Part title={t({ id: 'offers.steps', message: plural(steps.length, { one: '# step', other: '# steps' }) })}>
            <Steps steps={steps} />
          </Part>
        )}
        <Terms offer={offer} />
      </div>
    </Dialog>
  )
}

/** When it is paid, and what else its vendor wants said. */
const Terms = ({ offer }: Pick<OfferDialogProps, 'offer'>) => {
  const { notes, disclaimer, confirmation, pending, supportUrl } = offer
  return (
    <>
      {notes.length > 0 && (
        <Part title={t({ id: 'offers.notes', message: 'Good to know' })}>
          <ul className="grid list-disc gap-1 ps-5">
            {notes.map((note, index) => (
              // A vendor may write one twice.
              <li key={index} className="wrap-anywhere">
                {note}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {(confirmation !== '' || pending !== '') && (
        <Part title={t({ id: 'offers.credit', message: 'When it’s paid' })}>
          {confirmation !== '' && <p className="wrap-anywhere">{confirmation}</p>}
          {pending !== '' && (
            <p className="wrap-anywhere">{t({ id: 'offers.pending', message: `Pending time: ${pending}` })}</p>
          )}
        </Part>
      )}
      {disclaimer !== '' && (
        <Part title={t({ id: 'offers.terms', message: 'Terms of the vendor' })}>
          <p className="text-sm wrap-anywhere">{disclaimer}</p>
        </Part>
      )}
      {supportUrl !== null && (
        <a className="link" href={supportUrl} target="_blank" rel="noopener noreferrer nofollow">
          {t({ id: 'offers.support', message: 'Vendor support' })}
        </a>
      )}
    </>
  )
}

/** Nothing where there is nothing to say. */
const Part = ({ title, children }: { title: string; children: ReactNode }) =>
  [children].flat().every((child) => child === false) ? null : (
    <section className="grid gap-1">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  )

const Steps = ({ steps }: Pick<ListedOffer, 'steps'>) => (
  <ol className="grid gap-1">
    {steps.map(({ name, reward, minutes }, index) => (
      // A vendor may name two steps alike.
      <li key={index} className="flex justify-between gap-3">
        <span className="grid min-w-0">
          <span className="wrap-anywhere">{name}</span>
          {minutes !== null && <span className="text-sm text-muted">{formatDuration(minutes * 60)}</span>}
        </span>
        {reward !== null && <span className="whitespace-nowrap">{unitsText(reward)}</span>}
      </li>
    ))}
  </ol>
)
