import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '#api/failure.ts'
import { PageLink } from '#base/PageLink.tsx'
import { user } from '#features/user/user.ts'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'

interface WithoutPicturesProps {
  /** Whether this account takes the way without pictures already. */
  chosen: boolean
  onChange: () => void
}

/** The way for people who cannot use pictures, and the way back; the server says what it still needs. */
export const WithoutPictures = ({ chosen, onChange }: WithoutPicturesProps) => {
  const change = useMutation({
    mutationFn: () => user.calls.accessible({ body: { withoutPictures: !chosen } }),
    onSuccess: onChange,
  })
  return (
    <div className="grid gap-2">
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        busy={change.isPending}
        onClick={() => change.mutate()}
      >
        {chosen
          ? t({ id: 'antibot.withPictures', message: 'Use images instead' })
          : t({ id: 'antibot.withoutPictures', message: 'I can’t use images' })}
      </Button>
      {change.isError && (
        <Alert tone="warn" urgent>
          <p>{messageOf(change.error)}</p>
          <PageLink to="/app/captcha-instruction" className="link">
            {t({ id: 'antibot.withoutPictures.more', message: 'How accessibility mode works' })}
          </PageLink>
        </Alert>
      )}
    </div>
  )
}
