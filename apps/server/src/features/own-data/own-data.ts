import type { Contract } from '@runnel/contract'

import type { ProofRooms } from '#features/two-step/two-step.ts'
import type { Handlers } from '#kernel/context.ts'

import { exportOf } from './export.ts'
import { removeAccount } from './remove.ts'

/** What somebody can have of what the site knows of them: all of it as a file, and its end. */
export const ownData = (rooms: ProofRooms): Handlers<Contract['ownData']> => ({
  export: (_input, context) => exportOf(context),

  remove: async ({ body }, context) => {
    await removeAccount(rooms, context, body)
    return { msg: 'Your account has been deleted.' }
  },
})
