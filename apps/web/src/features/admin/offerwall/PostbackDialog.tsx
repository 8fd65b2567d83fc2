import { t } from '@lingui/core/macro'
import { IconRefresh } from '@tabler/icons-react'
import { UserName } from '#features/admin/shared/UserLink.tsx'
import { Button } from '#ui/Button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { useReplay, type Postback } from './offerwalls.ts'
import { verdictName } from './postback-verdicts.ts'

interface PostbackDialogProps {
  /** Undefined while none is open. */
  postback: Postback | undefined
  onClose: () => void
}

/** A call as it came, which can be read again by the rules of today. */
export const PostbackDialog = ({ postback, onClose }: PostbackDialogProps) => {
  const replay = useReplay()
  const leave = () => {
    replay.reset()
    onClose()
  }
  return (
    <Dialog
      open={postback !== undefined}
      onClose={leave}
      wide
      title={postback && t({ id: 'admin.postback.title', message: `Postback from ${postback.wall}` })}
      actions={
        postback && (
          <Button
            variant="primary"
            icon={<IconRefresh aria-hidden="true" />}
            busy={replay.isPending}
            onClick={() => void confirmReplay(() => replay.mutate(postback._id))}
          >
            {t({ id: 'admin.postback.replay', message: 'Replay' })}
          </Button>
        )
      }
    >
      {postback && (
        <div className="grid gap-5">
          {replay.data && (
            <Alert tone="good" urgent title={verdictName(replay.data.verdict)}>
              {replay.data.detail}
            </Alert>
          )}
          <Facts postback={postback} />
          <Raw label={t({ id: 'admin.postback.query', message: 'URL' })} text={postback.query} />
          {postback.body !== '' && (
            <Raw label={t({ id: 'admin.postback.body', message: 'Body' })} text={postback.body} />
          )}
        </div>
      )}
    </Dialog>
  )
}

const confirmReplay = async (replay: () => void): Promise<void> => {
  const agreed = await confirm({
    title: t({ id: 'admin.postback.replay.title', message: 'Replay this postback?' }),
    text: t({
      id: 'admin.postback.replay.text',
      message: 'It is processed with the current rules, as if it had just arrived. Paid rewards aren’t paid again.',
    }),
    confirmLabel: t({ id: 'admin.postback.replay', message: 'Replay' }),
  })
  if (agreed) replay()
}

const Facts = ({ postback: { at, method, network, verdict, detail, username, txId } }: { postback: Postback }) => {
  const verdictWords = detail === '' ? verdictName(verdict) : `${verdictName(verdict)}: ${detail}`
  return (
    <KeyValue
      pairs={[
        { key: 'at', label: t({ id: 'admin.postback.at', message: 'Received' }), value: formatDateTime(at) },
        { key: 'verdict', label: t({ id: 'admin.postback.verdict', message: 'Result' }), value: verdictWords },
        { key: 'method', label: t({ id: 'admin.postback.method', message: 'Method' }), value: method },
        { key: 'network', label: t({ id: 'admin.postback.network', message: 'Source' }), value: network },
        {
          key: 'user',
          label: t({ id: 'admin.wall.username', message: 'Username' }),
          value: username === null ? '–' : <UserName username={username} />,
        },
        { key: 'tx', label: t({ id: 'admin.postback.tx', message: 'Transaction ID' }), value: txId ?? '–' },
      ]}
    />
  )
}

const Raw = ({ label, text }: { label: string; text: string }) => (
  <div className="grid min-w-0 gap-1">
    <p className="text-sm text-muted">{label}</p>
    <pre className="rounded-m bg-sunken p-3 text-xs break-all whitespace-pre-wrap">{text}</pre>
  </div>
)
