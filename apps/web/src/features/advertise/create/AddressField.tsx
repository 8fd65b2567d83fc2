import { t } from '@lingui/core/macro'
import { TITLE_MAX, URL_MAX } from '@runnel/contract/advertise'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#api/failure.ts'
import { checkOf } from '#features/advertise/advertise.ts'
import { kindName } from '#features/advertise/labels.ts'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useSettled } from '#ui/form/use-settled.ts'
import { Alert } from '#ui/state/Alert.tsx'
import type { CampaignForm } from './create-form.ts'

const settleMs = 700

/** The address, looked at by the server as soon as it is left or nobody types any more. */
export const AddressField = ({ campaign }: { campaign: CampaignForm }) => {
  const { form, kind } = campaign
  const url = form.values.url.trim()
  const [left, setLeft] = useState('')
  const settled = useSettled(url, settleMs)
  const isReady = url !== '' && (left === url || (settled === url && looksWhole(url)))
  const check = useQuery({ ...checkOf(kind, url), enabled: isReady })
  return (
    <div className="grid gap-2.5">
      <TextInput
        type="url"
        inputMode="url"
        label={kind === 'youtube' ? t({ id: 'campaign.url.video', message: 'Video URL' }) : addressLabel()}
        placeholder={placeholders[kind]}
        maxLength={URL_MAX}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...form.getInputProps('url')}
        onBlur={() => setLeft(url)}
      />
      <div aria-live="polite" aria-busy={check.isFetching} className="empty:hidden">
        {isReady && <Finding campaign={campaign} check={check} />}
      </div>
    </div>
  )
}

const placeholders = {
  iframe: 'https://',
  youtube: 'https://youtu.be/…',
  window: 'https://',
  video: 'https://…/spot.mp4',
}

const addressLabel = (): string => t({ id: 'campaign.url', message: 'URL' })

/** What somebody is still typing has no name of a site with an ending yet. */
const looksWhole = (url: string): boolean => /^https?:\/\/[^/]+\.[^/]{2,}/.test(url)

type Check = ReturnType<typeof useQuery<CheckAnswer>>
interface CheckAnswer {
  ok: boolean
  msg: string | null
  offer: CampaignForm['kind'] | null
  title: string | null
}

const Finding = ({
  campaign,
  check: { data, error, isFetching, refetch },
}: {
  campaign: CampaignForm
  check: Check
}) => {
  const { form, chooseKind } = campaign
  if (isFetching && !data) {
    return <p className="text-sm text-muted">{t({ id: 'campaign.check.busy', message: 'Checking URL…' })}</p>
  }
  if (error) {
    return (
      <Alert tone="warn" actions={<Again busy={isFetching} onAgain={() => void refetch()} />}>
        {messageOf(error)}
      </Alert>
    )
  }
  if (!data) return null
  const { ok, msg, offer, title } = data
  const takeTitle = (found: string) => form.setFieldValue('title', found.slice(0, TITLE_MAX))
  if (ok && msg === null) return <Good title={title} onTake={form.values.title === '' ? takeTitle : undefined} />
  if (ok) {
    return (
      <Alert tone="warn" actions={<Again busy={isFetching} onAgain={() => void refetch()} />}>
        {msg}{' '}
        {t({
          id: 'campaign.check.unseen',
          message: 'We couldn’t check this URL. You can continue; we’ll review it manually.',
        })}
      </Alert>
    )
  }
  // A refused form says it at the field already; where that is all there is to say, it is not said twice.
  if (!offer && msg !== null && msg === form.errors['url']) {
    return <Again busy={isFetching} onAgain={() => void refetch()} />
  }
  return (
    <Alert
      tone="warn"
      actions={
        offer ? (
          <Button size="small" variant="primary" onClick={() => chooseKind(offer)}>
            {switchText(offer)}
          </Button>
        ) : (
          <Again busy={isFetching} onAgain={() => void refetch()} />
        )
      }
    >
      {msg ?? t({ id: 'campaign.check.bad', message: 'This URL can’t be shown in this format.' })}
    </Alert>
  )
}

const switchText = (offer: CampaignForm['kind']): string => {
  const name = kindName(offer)
  return t({ id: 'campaign.check.switch', message: `Show as: ${name}` })
}

const Again = ({ busy, onAgain }: { busy: boolean; onAgain: () => void }) => (
  <Button size="small" busy={busy} onClick={onAgain}>
    {t({ id: 'campaign.check.again', message: 'Check again' })}
  </Button>
)

const Good = ({ title, onTake }: { title: string | null; onTake: ((title: string) => void) | undefined }) => (
  <p className="flex flex-wrap items-center gap-2 text-sm text-good">
    <IconCircleCheck className="size-5 shrink-0" aria-hidden="true" />
    <span className="min-w-0 grow">
      {title
        ? t({ id: 'campaign.check.found', message: `URL OK. Page title: ${title}` })
        : t({ id: 'campaign.check.good', message: 'URL OK.' })}
    </span>
    {title && onTake && (
      <Button size="small" onClick={() => onTake(title)}>
        {t({ id: 'campaign.check.take', message: 'Use as title' })}
      </Button>
    )}
  </p>
)
