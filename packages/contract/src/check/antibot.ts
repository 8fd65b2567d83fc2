import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { AntibotAnswer, AntibotChallenge, CaptchaChallenge, ChallengeQuery } from './captcha.ts'

export const antibot = {
  challenge: route({
    method: 'GET',
    path: '/api/antibot',
    summary: 'The captcha of an action: images, work, or none. A new one voids the old one of the same action.',
    access: 'user',
    transaction: 'none',
    cost: 30,
    limits: [
      { by: 'user', points: 40, seconds: 600 },
      { by: 'net', points: 600, seconds: 600 },
    ],
    query: ChallengeQuery,
    answer: AntibotChallenge,
  }),
  practice: route({
    method: 'POST',
    path: '/api/antibot/practice',
    summary: 'Checks a practice round, which pays nothing and isn’t recorded.',
    access: 'user',
    transaction: 'none',
    limits: [{ by: 'user', points: 40, seconds: 600 }],
    body: z.object({ antibot: AntibotAnswer }),
    answer: z.object({ right: z.boolean() }),
  }),
} as const

export const captcha = {
  challenge: route({
    method: 'GET',
    path: '/api/ct',
    summary: 'An image captcha, or a proof of work alone where that is enough.',
    access: 'anyone',
    transaction: 'none',
    cost: 30,
    whileMaintained: true,
    limits: [{ by: 'net', points: 600, seconds: 600 }],
    query: ChallengeQuery,
    answer: CaptchaChallenge,
  }),
} as const
