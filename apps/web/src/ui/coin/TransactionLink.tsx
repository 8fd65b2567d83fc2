import { t } from '@lingui/core/macro'

interface TransactionLinkProps {
  txId: string
  /** Its page at an explorer; null where there is none. */
  url: string | null
}

/** A transaction's id in full, leading to where everybody can look it up. */
export const TransactionLink = ({ txId, url }: TransactionLinkProps) => {
  const id = <code className="text-xs wrap-anywhere">{txId}</code>
  if (url === null) return id
  return (
    <a
      className="link"
      href={url}
      target="_blank"
      rel="noreferrer"
      aria-label={t({ id: 'ui.transaction', message: `Transaction ${txId} in the explorer` })}
    >
      {id}
    </a>
  )
}
