import type { Contract } from '@runnel/contract'
import { testTelegram } from '#features/outflow/outflow.ts'
import type { Handlers } from '#kernel/context.ts'
import { type MailDeps, mails } from './mails.ts'
import { type SystemProbe, systemFigures } from './system-figures.ts'
import { systemWarnings } from './system-warnings.ts'

export interface SystemDeps extends MailDeps {
  readonly system: SystemProbe
  readonly publicUrl: string
}

/** The machine behind the site, for its owner. */
export const system = (
  deps: SystemDeps,
): Pick<Handlers<Contract['admin']>, 'system' | 'testTelegram' | keyof ReturnType<typeof mails>> => ({
  ...mails(deps),
  testTelegram: testTelegram(deps),
  system: async (_input, { db, now }) => {
    const figures = await systemFigures(db, deps.system)
    return { ...figures, warnings: systemWarnings(figures, now) }
  },
})
