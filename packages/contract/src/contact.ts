import * as z from 'zod/mini'
import { Email } from '#contract/account/email.ts'
import { CaptchaAnswer, Trap } from '#contract/check/captcha.ts'
import { route } from './route.ts'
import { Done, line, prose } from './values.ts'

export const contact = {
  send: route({
    method: 'POST',
    path: '/api/contact',
    summary: 'Stores and emails a contact message.',
    access: 'anyone',
    transaction: 'write',
    whileLocked: true,
    checks: ['captcha'],
    limits: [{ by: 'net', points: 10, seconds: 3_600 }],
    bodyLimit: 20 * 1_024,
    body: z.object({
      email: Email,
      subject: line(3, 120),
      message: prose(10, 4_000),
      captcha: CaptchaAnswer,
      website: Trap,
    }),
    answer: Done,
  }),
} as const
