import { t } from '@lingui/core/macro'
import type { Deposit } from '@runnel/contract/deposit'
import { PageLink } from '#base/PageLink.tsx'
import { buttonClass, type ButtonLook } from '#ui/button-class.ts'

interface PayLinkProps extends ButtonLook {
  deposit: Deposit
}

/** The way to the page where a deposit is paid, as long as it can be paid. */
export const PayLink = ({ deposit: { _id, processor, depositUrl }, ...look }: PayLinkProps) => {
  if (depositUrl === null) return null
  const words = t({ id: 'deposit.payNow', message: 'Pay now' })
  if (processor === 'sandbox') {
    return (
      <PageLink to="/app/deposit/sandbox/{id}" params={{ id: _id }} className={buttonClass(look)}>
        {words}
      </PageLink>
    )
  }
  if (!isWebAddress(depositUrl)) return null
  return (
    <a href={depositUrl} className={buttonClass(look)}>
      {words}
    </a>
  )
}

/** What a processor calls its page must be one, and no script. */
export const isWebAddress = (address: string): boolean => /^https?:\/\//.test(address)
