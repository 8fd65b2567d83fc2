import * as z from 'zod/mini'
import { unitsFromText } from '#ui/form/amount-text.ts'

/** A field of a form holds text, so the number is read out of it before the contract's rule is asked. */
export const numberField = <Rule extends z.ZodMiniType<unknown, number>>(rule: Rule) =>
  z.pipe(
    z.transform((text: string) => unitsFromText(text) ?? Number.NaN),
    rule,
  )
