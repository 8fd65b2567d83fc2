import type { Contract } from '@runnel/contract'
import type { Handlers } from '#kernel/context.ts'
import { type SystemProbe, systemFigures } from './system-figures.ts'
import { systemWarnings } from './system-warnings.ts'

export interface SystemDeps {
  readonly system: SystemProbe
}

/** The machine behind the site, for its owner. */
export const system = ({ system: probe }: SystemDeps): Pick<Handlers<Contract['admin']>, 'system'> => ({
  system: async (_input, { db, now }) => {
    const figures = await systemFigures(db, probe)
    return { ...figures, warnings: systemWarnings(figures, now) }
  },
})
