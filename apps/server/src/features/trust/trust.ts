import type { Contract } from '@runnel/contract'
import { trustLevels, type TrustLevel } from '@runnel/contract/check/trust'
import type { Settings } from '@runnel/contract/settings/settings'
import { loadRiskProfile } from '#guard/suspicion/risk-profile.ts'
import { checkedAs, checkRate } from '#guard/trust/draw.ts'
import { judgeTrust, trustProgress, trustRank } from '#guard/trust/trust.ts'
import type { Handlers } from '#kernel/context.ts'

/** Where a member stands with captchas, and what the next step asks for. */
export const trust: Handlers<Contract['trust']> = {
  info: async (_input, { db, caller, settings, now }) => {
    const [{ level, facts }, risk] = [
      await judgeTrust(db, { userId: caller.id, now }),
      await loadRiskProfile(db.read, caller.id, now),
    ]
    const as = checkedAs(level, { risk, caller, now })
    return {
      step: trustRank(level) + 1,
      every: as === undefined ? 1 : everyOf(settings, as),
      raised: as === level ? null : as === undefined ? 'review' : 'answers',
      steps: trustLevels.map((one) => ({ every: everyOf(settings, one), needs: [...trustProgress(facts, one)] })),
    }
  },
}

/** One captcha in so many claims of the faucet. */
const everyOf = (settings: Settings, level: TrustLevel): number =>
  Math.round(1 / checkRate(settings, { level, pay: Math.max(1, settings.faucet_reward) }))
