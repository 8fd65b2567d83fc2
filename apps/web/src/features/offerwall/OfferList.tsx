import { plural, t } from '@lingui/core/macro'
import type { ListedOffer, OfferDevice } from '@runnel/contract/earn/offer'
import type { ListedWall } from '@runnel/contract/earn/offerwall'
import { useState } from 'react'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Select } from '#ui/form/Select.tsx'
import { formatDuration, formatNumber } from '#ui/format.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { deviceName, offerDevices, useOfferList } from './offer-list.ts'
import { OfferDialog } from './OfferDialog.tsx'
import { Reliability } from './Reliability.tsx'

const firstShown = 20

/** Offers of all walls in one list, best reward per minute first; nothing where no wall has an API. */
export const OfferList = ({ walls }: { walls: readonly ListedWall[] }) => {
  const [wanted, setWanted] = useState<OfferDevice>()
  const [most, setMost] = useState(firstShown)
  const { data } = useOfferList(wanted)
  if (!data || (data.offers.length === 0 && data.failed.length === 0 && !wanted)) return null
  const { device, offers, failed } = data
  const names = failed.join(', ')
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{t({ id: 'offers.title', message: 'Best offers' })}</h2>
        <Select
          className="w-44"
          hideLabel
          filterable={false}
          label={t({ id: 'offers.device', message: 'Device' })}
          options={offerDevices.map((value) => ({ value, label: deviceName(value) }))}
          value={wanted ?? device}
          onChange={(chosen) => setWanted(offerDevices.find((option) => option === chosen))}
        />
      </div>
      <p className="text-sm text-muted">
        {t({
          id: 'offers.lead',
          message: 'Sorted by reward per minute. Times are the vendor’s estimates. Offers open in a new tab.',
        })}
      </p>
      {names !== '' && (
        <Alert tone="warn">
          {t({ id: 'offers.failed', message: `No response from: ${names}. Their offers are missing.` })}
        </Alert>
      )}
      {offers.length === 0 && <p>{t({ id: 'offers.none', message: 'No offers for this device right now.' })}</p>}
      <ul className="grid gap-3">
        {offers.slice(0, most).map((offer) => (
          <li key={`${offer.wallId} ${offer.offerId}`} className="card card-sunken grid gap-2 p-4">
            <OfferRow offer={offer} wall={walls.find(({ _id }) => _id === offer.wallId)} device={device} />
          </li>
        ))}
      </ul>
      {offers.length > most && (
        <Button variant="soft" onClick={() => setMost(most + firstShown)}>
          {t({ id: 'offers.more', message: 'Show more offers' })}
        </Button>
      )}
    </Card>
  )
}

interface OfferRowProps {
  offer: ListedOffer
  wall: ListedWall | undefined
  device: OfferDevice
}

const OfferRow = ({ offer, wall, device }: OfferRowProps) => {
  const [isAsked, setAsked] = useState(false)
  const { description, steps, devices, reward, minutes, perMinute } = offer
  const title = offer.title || t({ id: 'offers.survey', message: 'Survey' })
  const speed = perMinute === null ? '' : formatNumber(perMinute, { maximumFractionDigits: perMinute < 10 ? 1 : 0 })
  const time = minutes === null ? '' : formatDuration(minutes * 60)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <strong className="wrap-anywhere">{title}</strong>
          <span className="flex flex-wrap gap-2 text-sm text-muted">
            <span>{offer.wall}</span>
            {time !== '' && <span>{time}</span>}
            {speed !== '' && <span>{t({ id: 'offers.speed', message: `${speed} units per minute` })}</span>}
            {steps.length > 1 && (
              <span>
                {t({ id: 'offers.steps', message: plural(steps.length, { one: '# step', other: '# steps' }) })}
              </span>
            )}
          </span>
          {wall && <Reliability reliability={wall.reliability} />}
          {devices.length > 0 && (
            <span className="flex flex-wrap gap-1">
              {devices.map((one) => (
                <Badge key={one}>{deviceName(one)}</Badge>
              ))}
            </span>
          )}
        </div>
        <div className="flex items-center gap-3">
          <Amount units={reward} />
          <Button
            aria-label={t({ id: 'offers.view.label', message: `View ${title}` })}
            aria-haspopup="dialog"
            onClick={() => setAsked(true)}
          >
            {t({ id: 'offers.view', message: 'View' })}
          </Button>
        </div>
      </div>
      {description !== '' && (
        <p className="line-clamp-2 text-sm wrap-anywhere" dir="auto">
          {description}
        </p>
      )}
      {isAsked && <OfferDialog {...{ offer, wall, device, title }} onClose={() => setAsked(false)} />}
    </>
  )
}
