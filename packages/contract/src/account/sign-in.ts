import * as z from 'zod/mini'

/** A secret that stands for half a login: it lives some minutes, works once, and only on the device it was given to. */
export const Ticket = z.string().check(z.regex(/^[\w-]{20,64}$/))

/** Six digits out of the app, or a recovery code; spaces and dashes do not matter. */
export const Code = z.string().check(z.trim(), z.minLength(6), z.maxLength(24), z.regex(/^[0-9A-Za-z -]+$/))

export const SignedIn = z.object({ token: z.string(), msg: z.optional(z.string()) })
/** The account asks for a code as well; `auth.twoStep` takes it with this ticket. */
export const TwoStepNeeded = z.object({ twoStep: z.literal(true), ticket: Ticket })

/** What a login answers. */
export const LoginAnswer = z.union([SignedIn, TwoStepNeeded])
export type LoginAnswer = z.infer<typeof LoginAnswer>
