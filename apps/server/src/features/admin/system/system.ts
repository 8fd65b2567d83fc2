import type { Contract } from '@runnel/contract'
import type { Handlers } from '#kernel/context.ts'
import { type MailDeps, mails } from './mails.ts'
import { type SystemProbe, systemFigures } from './system-figures.ts'
import { systemWarnings } from './system-warnings.ts'

export interface SystemDeps extends MailDeps {
  readonly system: SystemProbe
}

/** The machine behind the site, for its owner. */
export const system = (
  deps: SystemDeps,
): Pick<Handlers<Contract['admin']>, 'system' | keyof ReturnType<typeof mails>> => ({
  ...mails(deps),
  system: async (_input, { db, now }) => {
    const figures = await systemFigures(db, deps.system)
    return { ...figures, warnings: systemWarnings(figures, now) }
  },
})
