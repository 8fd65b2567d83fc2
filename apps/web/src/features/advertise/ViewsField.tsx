import { t } from '@lingui/core/macro'
import type { CampaignOption } from '@runnel/contract/advertise'
import { Chip } from '#ui/form/Chip.tsx'
import { TextInput, type TextInputProps } from '#ui/form/TextInput.tsx'
import { formatNumber } from '#ui/format.ts'
import { viewsName } from './labels.ts'

interface ViewsFieldProps {
  field: Omit<TextInputProps, 'label'>
  minViews: number
  price: CampaignOption['price'] | undefined
  depositBalance: number
  onViews: (views: string) => void
}

const quick = [500, 1_000, 5_000, 10_000]

/** How many views, by typing or at one press. */
export const ViewsField = ({ field, minViews, price, depositBalance, onViews }: ViewsFieldProps) => {
  const affordable = price === undefined ? 0 : Math.floor(depositBalance / price)
  const least = viewsName(minViews)
  const all = formatNumber(affordable)
  return (
    <div className="grid gap-2">
      <TextInput
        label={t({ id: 'campaign.views', message: 'Views' })}
        hint={t({ id: 'campaign.views.least', message: `Minimum ${least}. Every view is verified.` })}
        inputMode="numeric"
        autoComplete="off"
        {...field}
      />
      <div className="flex flex-wrap gap-2">
        {[minViews, ...quick.filter((views) => views > minViews)].map((views) => (
          <Chip key={views} onClick={() => onViews(String(views))}>
            {formatNumber(views)}
          </Chip>
        ))}
        {affordable >= minViews && (
          <Chip onClick={() => onViews(String(affordable))}>
            {t({ id: 'campaign.views.all', message: `Max. affordable: ${all}` })}
          </Chip>
        )}
      </div>
    </div>
  )
}
