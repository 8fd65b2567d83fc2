import { createHmac } from 'node:crypto'
import { LINK_TOKEN_LENGTH, linkMessage } from '@runnel/contract/check/link-proof'
import { type ActKind, NothingToDoError, type ActContext } from '#simulate/act-context.ts'
import { captchaOf, claimOf } from '#simulate/people.ts'

const proving = ({ site }: ActContext) => ({ db: site.db, secrets: site.secrets, now: site.clock() })

const LEVELS_MOST = 25

/** Whether a moment lies in one of the windows of the day. */
const isHappy = (windows: readonly { from: string; to: string }[], now: Date): boolean => {
  const time = now.toISOString().slice(11, 16)
  return windows.some(({ from, to }) => (from < to ? from <= time && time < to : time >= from || time < to))
}

const claim: ActKind = {
  weight: 14,
  moves: ['faucet', 'debt-repay'],
  run: async (stage) => {
    const { site } = stage
    const person = stage.member()
    const { level } = await stage.one('SELECT level::text FROM users WHERE id = $1', [person.id])
    const settings = site.settings()
    if (stage.record.isTrouble) site.model.unsure.add(person.id)
    const { antibot, faucet } = stage.as(person)
    const { reward, isReduced } = await faucet.claim(await claimOf(proving(stage), person, antibot))
    stage.expect(person.id, reward)
    if (isReduced) {
      // Beyond its allowance an account is paid this little, and keeps its fractions.
      if (reward > settings.reduced_reward) stage.problem(`a reduced claim paid ${reward}`)
      return `${person.username} claims ${reward}, reduced`
    }
    site.model.claim({
      person: person.id,
      reward,
      base: settings.faucet_reward,
      percent: Math.min(Number(level), LEVELS_MOST),
      happyPercent: isHappy(settings.happy_hours, site.clock()) ? settings.happyHourBonus : 0,
    })
    return `${person.username} claims ${reward}`
  },
}

const bonus: ActKind = {
  weight: 4,
  moves: ['bonus', 'debt-repay'],
  run: async (stage) => {
    const person = stage.member()
    const api = stage.as(person)
    const { today, bonuses } = await api.bonus.info()
    const captcha = await captchaOf(proving(stage), person, 'bonus')
    const { reward } = await api.bonus.claim({ params: { day: String(today.day) }, body: { captcha } })
    const promised = bonuses.find(({ day }) => day === today.day)?.reward
    if (reward !== promised) stage.problem(`the bonus of day ${today.day} paid ${reward}, not ${promised}`)
    stage.expect(person.id, reward)
    return `${person.username} takes the bonus of day ${today.day}: ${reward}`
  },
}

const challenge: ActKind = {
  weight: 4,
  moves: ['challenge', 'debt-repay'],
  run: async (stage) => {
    const person = stage.member()
    const api = stage.as(person)
    const { challenges } = await api.challenge.list()
    const done = challenges.filter(({ claimed, progress, requirement }) => !claimed && progress >= requirement)
    const chosen = stage.dice.pick(done.length > 0 && stage.dice.chance(0.9) ? done : challenges)
    if (chosen === undefined) throw new NothingToDoError()
    const { reward } = await api.challenge.claim({ params: { id: chosen._id } })
    if (reward !== chosen.tokenReward) stage.problem(`a challenge of ${chosen.tokenReward} paid ${reward}`)
    stage.expect(person.id, chosen.tokenReward)
    return `${person.username} claims the challenge ${chosen.kind}: ${reward}`
  },
}

const redeem: ActKind = {
  weight: 4,
  moves: ['coupon', 'debt-repay'],
  run: async (stage) => {
    const person = stage.member()
    const { code = '', reward = '0' } = await stage.one('SELECT code, reward FROM coupons ORDER BY id DESC LIMIT 6')
    const answer = await stage.as(person).coupon.check({ body: { code } })
    if (answer.reward !== Number(reward)) stage.problem(`a code of ${reward} paid ${answer.reward}`)
    stage.expect(person.id, Number(reward))
    return `${person.username} redeems ${code} for ${reward}`
  },
}

const openLink: ActKind = {
  weight: 4,
  moves: [],
  run: async (stage) => {
    const person = stage.member()
    const api = stage.as(person)
    const { links } = await api.link.list()
    const chosen = stage.dice.pick(links)
    if (chosen === undefined) throw new NothingToDoError()
    const { result, vt } = await api.link.open({ params: { id: chosen._id } })
    const secret = result.split('/').at(-1) ?? ''
    stage.site.known.visits.set(secret, { person: person.id, secret, vt, reward: chosen.reward })
    return `${person.username} opens ${chosen.name}`
  },
}

const returnFromLink: ActKind = {
  weight: 5,
  moves: ['link', 'debt-repay'],
  run: async (stage) => {
    const { visits } = stage.site.known
    const visit = stage.dice.pick([...visits.values()].slice(-4))
    const person = stage.site.members.find(({ id }) => id === visit?.person)
    if (visit === undefined || person === undefined) throw new NothingToDoError()
    const { secret, vt, reward } = visit
    if (stage.dice.chance(0.8)) visits.delete(secret)
    const token = createHmac('sha256', Buffer.from(vt, 'base64url'))
      .update(linkMessage({ secret, userId: person.id }))
      .digest('base64url')
      .slice(0, LINK_TOKEN_LENGTH)
    // Some browsers keep nothing, so that they cannot show that they opened the visit: a person checks it.
    const headers = stage.dice.chance(0.8) ? { 'x-link-token': token } : {}
    const answer = await stage.as(person).link.verify({ headers, body: { secret } })
    if (answer.status === 'paid') stage.expect(person.id, reward)
    return `${person.username} comes back from a shortlink: ${answer.status} ${answer.reward}`
  },
}

export const earning = { claim, bonus, challenge, redeem, openLink, returnFromLink }
