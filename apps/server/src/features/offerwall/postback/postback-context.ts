import type { WriteContext } from '#kernel/context.ts'

/** What a postback may do, whoever brings it: the wall now, or the owner who has it read again. */
export type PostbackContext = Pick<WriteContext, 'tx' | 'settings' | 'closed' | 'now' | 'notifyLive'>
