import type * as contract from '@runnel/contract/account/user-kinds'
import type * as z from 'zod/mini'

/** Every kind of movement; what has no row in docs/money.md is not allowed. */
export type TransferKind = z.infer<typeof contract.TransferKind>
