import { t } from '@lingui/core/macro'
import {
  AdKind,
  advertise as contract,
  AdTimer,
  DESCRIPTION_MAX,
  targeting,
  TITLE_MAX,
  VIEWS_MAX,
  type CampaignOption,
} from '@runnel/contract/advertise'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { numberField } from '#base/number-field.ts'
import type { CreateCall } from '#features/advertise/advertise.ts'
import { unitsFromText } from '#ui/form/amount-text.ts'
import { formatNumber } from '#ui/format.ts'

type Body = CreateCall['body']

const { kind, title, description, url, views, device } = contract.create.body.shape

const campaignSchema = (minViews: number) =>
  z.object({
    kind,
    url,
    title,
    description,
    timer: numberField(AdTimer),
    views: numberField(views.check(z.minimum(minViews))),
    minLevel: numberField(targeting.minLevel),
    device,
    interval: numberField(targeting.interval),
  })

const usualTimer = 10

const start = {
  kind: 'iframe',
  url: '',
  title: '',
  description: '',
  timer: String(usualTimer),
  views: '',
  minLevel: '1',
  device: 'any',
  interval: '86400',
}

/** The campaign that is being made, by the contract's rules and the site's least views. */
export const useCampaignForm = ({ options, minViews }: { options: readonly CampaignOption[]; minViews: number }) => {
  const schema = campaignSchema(minViews)
  const [countries, setCountries] = useState<string[]>([])
  const [least, most] = [formatNumber(minViews), formatNumber(VIEWS_MAX)]
  const [first] = options
  const form = useContractForm({
    schema,
    initialValues: {
      ...start,
      ...(first && { kind: first.kind, timer: String(nearestTimer({ options, kind: first.kind, timer: usualTimer })) }),
      views: String(Math.max(minViews, 1_000)),
    },
    sentences: () => ({
      kind: t({ id: 'campaign.kind.wrong', message: 'Select an ad type.' }),
      url: t({ id: 'campaign.url.wrong', message: 'Enter the URL of your ad.' }),
      title: t({ id: 'campaign.title.wrong', message: `Enter a title of 3 to ${TITLE_MAX} characters.` }),
      description: t({
        id: 'campaign.description.wrong',
        message: `Enter at most ${DESCRIPTION_MAX} characters in one line.`,
      }),
      timer: t({ id: 'campaign.timer.wrong', message: 'Select a view time.' }),
      views: t({ id: 'campaign.views.wrong', message: `Enter ${least} to ${most} views.` }),
      minLevel: t({ id: 'campaign.level.wrong', message: 'Enter a level from 1 to 1,000.' }),
      device: t({ id: 'campaign.device.wrong', message: 'Select devices.' }),
      interval: t({ id: 'campaign.interval.wrong', message: 'Select a view frequency.' }),
    }),
  })
  const { values } = form
  const option = options.find((known) => known.kind === values.kind && String(known.timer) === values.timer)
  const count = unitsFromText(values.views)
  return {
    form,
    countries,
    setCountries,
    kind: AdKind.options.find((known) => known === values.kind) ?? 'iframe',
    /** What one view costs as chosen; undefined while the site does not sell it. */
    option,
    /** Views as typed; null while that is no number. */
    count,
    total: option && count !== null ? option.price * count : null,
    /** Another kind keeps the length where it is sold, and takes the nearest one where it is not. */
    chooseKind: (wanted: AdKind) => {
      form.setFieldValue('kind', wanted)
      const timer = nearestTimer({ options, kind: wanted, timer: Number(values.timer) })
      if (timer !== undefined) form.setFieldValue('timer', String(timer))
    },
    /** What the server is sent; null while something is wrong. */
    read: (): Body | null => {
      const parsed = schema.safeParse(values)
      return parsed.success ? { ...parsed.data, countries } : null
    },
    reset: () => {
      form.reset()
      setCountries([])
    },
  }
}

export type CampaignForm = ReturnType<typeof useCampaignForm>

interface Wanted {
  options: readonly CampaignOption[]
  kind: AdKind
  timer: number
}

const nearestTimer = ({ options, kind: wanted, timer }: Wanted): number | undefined => {
  const timers = options.filter((known) => known.kind === wanted).map((known) => known.timer)
  return timers.toSorted((a, b) => Math.abs(a - timer) - Math.abs(b - timer))[0]
}
