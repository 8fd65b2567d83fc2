import { t } from '@lingui/core/macro'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { downloadBlob } from '#api/download.ts'
import { useSite } from '#features/home/home.ts'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import { Alert } from '#ui/state/Alert.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** Shown this once: what opens the account when the phone is lost. */
export const RecoveryCodes = ({ codes, onKept }: RecoveryCodesProps) => {
  const { name } = useSite()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const heading = t({ id: 'recovery.file', message: `Recovery codes for ${name}` })
  const text = `${heading}\n\n${codes.join('\n')}\n`
  return (
    <div className="grid gap-4">
      <h3 ref={title} tabIndex={-1} className="outline-none">
        {t({ id: 'recovery.title', message: 'Save your recovery codes' })}
      </h3>
      <Alert tone="warn">
        {t({
          id: 'recovery.text',
          message: 'Without your phone, only these codes open your account. Each works once. You won’t see them again.',
        })}
      </Alert>
      <ol className="grid grid-cols-2 gap-2 text-center" aria-label={heading}>
        {codes.map((code) => (
          <li key={code} className="rounded-m bg-sunken p-2">
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} label={t({ id: 'recovery.copy', message: 'Copy codes' })} />
        <Button
          size="small"
          icon={<IconDownload aria-hidden="true" />}
          onClick={() => downloadBlob(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {t({ id: 'recovery.save', message: 'Download' })}
        </Button>
        <Button size="small" icon={<IconPrinter aria-hidden="true" />} onClick={() => print({ heading, codes })}>
          {t({ id: 'recovery.print', message: 'Print' })}
        </Button>
      </div>
      <Button variant="primary" className="justify-self-start" onClick={onKept}>
        {t({ id: 'recovery.kept', message: 'I’ve saved them' })}
      </Button>
    </div>
  )
}

/** Only the codes, on paper of their own: a frame that nobody sees is printed in the place of the page. */
const print = ({ heading, codes }: { heading: string; codes: readonly string[] }): void => {
  const frame = document.createElement('iframe')
  // One that is not laid out at all would be printed as an empty page.
  frame.className = 'visually-hidden'
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  document.body.append(frame)
  const { contentDocument: paper, contentWindow: view } = frame
  if (!paper || !view) return frame.remove()
  const title = paper.createElement('h1')
  title.textContent = heading
  const list = paper.createElement('ol')
  for (const code of codes) {
    const line = paper.createElement('li')
    line.textContent = code
    list.append(line)
  }
  paper.body.append(title, list)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
