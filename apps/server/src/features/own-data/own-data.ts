import type { Contract } from '@runnel/contract'
import type { StepUpDeps } from '#features/two-step/two-step.ts'
import type { Handlers } from '#kernel/context.ts'
import { say } from '#kernel/words/say.ts'
import { deleteAccount } from './delete-account.ts'
import { exportOf } from './export.ts'

/** What somebody can have of what the site knows of them: all of it as a file, and its end. */
export const ownData = (deps: StepUpDeps): Handlers<Contract['ownData']> => ({
  export: (_input, context) => exportOf(context),

  remove: async ({ body }, context) => {
    await deleteAccount(deps, context, body)
    return { msg: say('ownData.accountBeenDeleted') }
  },
})
