import { t } from '@lingui/core/macro'
import type { PayoutProcessor } from '@runnel/contract/withdraw'

/** Who carries a payout out. */
export function processorName(processor: PayoutProcessor): string {
  return processor === 'manual'
    ? t({ id: 'admin.processor.manual', message: 'Paid by hand' })
    : t({ id: 'admin.processor.sandbox', message: 'Sandbox, pays nothing' })
}
