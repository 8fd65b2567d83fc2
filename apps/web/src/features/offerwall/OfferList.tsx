import { plural, t } from '@lingui/core/macro'
import type { ListedOffer, OfferDevice } from '@runnel/contract/earn/offer'
import { useState } from 'react'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Select } from '#ui/form/Select.tsx'
import { formatDuration, formatNumber } from '#ui/format.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { deviceName, offerDevices, useOfferList, useOpenOffer } from './offer-list.ts'

const firstShown = 20

/** Offers of all walls in one list, best reward per minute first; nothing where no wall has an API. */
export const OfferList = () => {
  const [wanted, setWanted] = useState<OfferDevice>()
  const [most, setMost] = useState(firstShown)
  const { data } = useOfferList(wanted)
  if (!data || (data.offers.length === 0 && data.failed.length === 0 && !wanted)) return null
  const { device, offers, failed } = data
  const names = failed.join(', ')
  return (
    <Card>
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
            <OfferRow offer={offer} device={device} />
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

const OfferRow = ({ offer, device }: { offer: ListedOffer; device: OfferDevice }) => {
  const { wall, description, requirements, steps, devices, reward, minutes, perMinute } = offer
  const title = offer.title || t({ id: 'offers.survey', message: 'Survey' })
  const open = useOpenOffer(device)
  const speed = perMinute === null ? '' : formatNumber(perMinute, { maximumFractionDigits: perMinute < 10 ? 1 : 0 })
  const time = minutes === null ? '' : formatDuration(minutes * 60)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <strong className="wrap-anywhere">{title}</strong>
          <span className="flex flex-wrap gap-2 text-sm text-muted">
            <span>{wall}</span>
            {time !== '' && <span>{time}</span>}
            {speed !== '' && <span>{t({ id: 'offers.speed', message: `${speed} units per minute` })}</span>}
          </span>
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
            busy={open.isPending}
            aria-label={t({ id: 'offers.start.label', message: `Start ${title}` })}
            onClick={() => open.mutate(offer)}
          >
            {t({ id: 'offers.start', message: 'Start' })}
          </Button>
        </div>
      </div>
      {(description !== '' || requirements !== '' || steps.length > 0) && (
        <Disclosure
          summary={
            steps.length > 1
              ? t({ id: 'offers.steps', message: plural(steps.length, { one: '# step', other: '# steps' }) })
              : t({ id: 'offers.details', message: 'Requirements' })
          }
        >
          {description !== '' && <p className="wrap-anywhere">{description}</p>}
          {requirements !== '' && <p className="wrap-anywhere">{requirements}</p>}
          <Steps steps={steps} />
        </Disclosure>
      )}
    </>
  )
}

const Steps = ({ steps }: Pick<ListedOffer, 'steps'>) => (
  <ol className="grid gap-1 text-sm">
    {steps.map(({ name, reward }, index) => (
      // A vendor may name two steps alike.
      <li key={index} className="flex justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        {reward !== null && <span className="whitespace-nowrap">{unitsText(reward)}</span>}
      </li>
    ))}
  </ol>
)
