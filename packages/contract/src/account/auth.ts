import * as z from 'zod/mini'
import { CaptchaAnswer, Trap } from '#contract/check/captcha.ts'
import { PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from '#contract/constants.ts'
import { route } from '#contract/route.ts'
import { Done } from '#contract/values.ts'
import { Email } from './email.ts'
import { Code, LoginAnswer, SignedIn, Ticket } from './sign-in.ts'

export const Username = z
  .string()
  .check(z.toLowerCase(), z.minLength(USERNAME_MIN), z.maxLength(USERNAME_MAX), z.regex(/^[a-z0-9_]+$/))
export const NewPassword = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX))
/** A password typed to prove who one is: any that could ever have been set. */
export const Password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX))
/** That somebody is as old as `minimum_age` of the site asks; not needed where it asks for none. */
export const AgeConfirmed = z.optional(z.boolean())
/**
 * A secret out of a mailed link. A link that a mail program cut or added to is dead like any other, so all are looked
 * up.
 */
export const MailSecret = z.string().check(z.maxLength(512))

const Timezone = z.object({ tz: z.optional(z.string().check(z.maxLength(64))) })

export const auth = {
  register: route({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Creates an account and signs it in; a verification email is sent.',
    access: 'anyone',
    transaction: 'write',
    cost: 60,
    checks: ['captcha'],
    limits: [
      // Tries, with all their typing errors; the accounts that come of them are counted by the rule.
      { by: 'net', points: 120, seconds: 3_600 },
      { by: 'device', points: 30, seconds: 3_600 },
    ],
    headers: Timezone,
    body: z.object({
      username: Username,
      email: Email,
      password: NewPassword,
      captcha: CaptchaAnswer,
      ref: z.optional(z.string().check(z.maxLength(USERNAME_MAX))),
      ageConfirmed: AgeConfirmed,
      website: Trap,
    }),
    answer: SignedIn,
  }),
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Signs in with a username or an email address.',
    access: 'anyone',
    transaction: 'write',
    cost: 60,
    // The owner must be able to sign in while the site is closed; others are refused by the rule.
    whileMaintained: true,
    checks: ['captcha'],
    limits: [{ by: 'net', points: 60, seconds: 600 }],
    headers: Timezone,
    body: z
      .object({
        login: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(254))),
        email: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(254))),
        password: Password,
        captcha: CaptchaAnswer,
        website: Trap,
      })
      .check(
        z.refine((body) => body.login !== undefined || body.email !== undefined, {
          path: ['login'],
          error: 'validation.login',
        }),
      ),
    answer: LoginAnswer,
  }),
  twoStep: route({
    method: 'POST',
    path: '/api/auth/two-step',
    summary: 'Completes a sign-in with the ticket of its first step and an authentication code.',
    access: 'anyone',
    transaction: 'write',
    whileMaintained: true,
    limits: [{ by: 'net', points: 60, seconds: 600 }],
    headers: Timezone,
    body: z.object({ ticket: Ticket, code: Code }),
    answer: SignedIn,
  }),
  logout: route({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Ends this session.',
    access: 'user',
    transaction: 'write',
    beforeInit: true,
    whileLocked: true,
    whileMaintained: true,
    answer: Done,
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Emails a password reset link; the response is the same whether or not the address is known.',
    access: 'anyone',
    transaction: 'write',
    checks: ['captcha'],
    limits: [{ by: 'net', points: 10, seconds: 3_600 }],
    body: z.object({ email: Email, captcha: CaptchaAnswer, website: Trap }),
    answer: Done,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Sets a new password with the secret from an emailed link, and ends all sessions.',
    access: 'anyone',
    transaction: 'write',
    limits: [{ by: 'net', points: 20, seconds: 3_600 }],
    body: z.object({ secret: MailSecret, password: NewPassword }),
    answer: Done,
  }),
  active: route({
    method: 'POST',
    path: '/api/auth/active',
    summary: 'Verifies an email address with the secret from an emailed link.',
    access: 'anyone',
    transaction: 'write',
    whileLocked: true,
    limits: [{ by: 'net', points: 60, seconds: 3_600 }],
    body: z.object({ secret: MailSecret }),
    answer: Done,
  }),
} as const
