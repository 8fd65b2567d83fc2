import * as z from 'zod/mini'
import { line } from '#contract/values.ts'

/** The settings of how people sign in; part of `Settings`. */
export const identityFields = {
  /** Signing in with Google is offered once both are set. */
  google_client_id: line(0, 300),
  google_client_secret: z.string().check(z.maxLength(500)),
  /** Whose word on people is taken; another provider of OpenID Connect may stand here. */
  google_issuer: z.string().check(z.maxLength(300), z.url({ protocol: /^https?$/ })),
  /** Whether admin and moderator need 2-step login to do anything as such. */
  two_step_staff: z.boolean(),
}

export const identityDefaults = {
  google_client_id: '',
  google_client_secret: '',
  google_issuer: 'https://accounts.google.com',
  two_step_staff: false,
}
