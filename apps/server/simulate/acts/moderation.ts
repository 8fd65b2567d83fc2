import { reversibleKinds } from '@runnel/contract/admin/user'
import { later } from '#kernel/clock.ts'
import { type ActKind, NothingToDoError } from '#simulate/act-context.ts'

const REASON = 'The owner has looked at it.'

const adjust: ActKind = {
  weight: 3,
  moves: ['adjustment', 'debt-repay'],
  run: async (stage) => {
    const { dice, site } = stage
    const person = stage.member()
    const account = dice.chance(0.7) ? 'main' : 'deposit'
    // What one admin may not give alone is tried where two are asked for.
    const isLarge = site.settings().four_eyes && dice.chance(0.3)
    const amount = isLarge ? dice.amount(5_000, 20_000) : dice.amount(10, 12_000) * (dice.chance(0.5) ? 1 : -1)
    const asDebt = amount < 0 && account === 'main' && dice.chance(0.5)
    const body = { account, amount, reason: REASON, ...(asDebt ? { asDebt } : {}) } as const
    const admin = stage.admin()
    const { approval } = await stage.as(admin).admin.adjustUser({ params: { id: person.id }, body })
    if (approval === null && amount > 0) stage.raised(admin, person.username, amount)
    if (approval !== null) return `an admin proposes to adjust ${person.username} by ${amount}`
    stage.expect(person.id, amount)
    return `an admin adjusts ${person.username} by ${amount}`
  },
}

const reverseTransfer: ActKind = {
  weight: 1.5,
  moves: ['reversal', 'debt-repay', 'debt-cover'],
  run: async (stage) => {
    const person = stage.member()
    const {
      id = '',
      kind = '',
      credit = '',
      debit = '',
      amount,
    } = await stage.one(
      `SELECT id, kind, credit, debit, amount::text FROM transfers
       WHERE kind = ANY ($2::text[]) AND (credit = 'main:' || $1 OR debit = 'main:' || $1 OR credit = 'deposit:' || $1)
       ORDER BY id DESC LIMIT 12`,
      [person.id, [...reversibleKinds]],
    )
    const before = await stage.rows('SELECT 1 FROM transfers WHERE reverses = $1', [id])
    const body = { transferId: id, reason: REASON }
    const { approval } = await stage.as(stage.admin()).admin.reverseTransfer({ params: { id: person.id }, body })
    const after = await stage.rows('SELECT 1 FROM transfers WHERE reverses = $1', [id])
    if (approval !== null || before.length > 0 || after.length === 0) return `an admin proposes to reverse ${kind}`
    const isOwn = (account: string): boolean => account.endsWith(`:${person.id}`)
    stage.expect(person.id, (isOwn(debit) ? Number(amount) : 0) - (isOwn(credit) ? Number(amount) : 0))
    return `an admin reverses ${kind} of ${person.username}`
  },
}

const decideApproval: ActKind = {
  weight: 4,
  moves: [
    'adjustment',
    'reversal',
    'withdraw-refund',
    'debt-repay',
    'debt-cover',
    'release',
    'referral',
    'link',
    'offerwall',
    'offerwall-hold',
  ],
  run: async (stage) => {
    const { dice } = stage
    const { id = '', kind = '' } = await stage.one(
      `SELECT id, kind FROM pending_acts WHERE state = 'pending' ORDER BY id`,
    )
    const { admin } = stage.as(stage.admin())
    stage.record.isDecided = true
    stage.expectAnything()
    if (dice.chance(0.75)) await admin.acceptApproval({ params: { id } })
    else await admin.denyApproval({ params: { id }, body: { reason: REASON } })
    return `an admin decides about ${kind}`
  },
}

const ban: ActKind = {
  weight: 2,
  moves: ['release', 'referral', 'debt-repay'],
  run: async (stage) => {
    const { dice, site } = stage
    const waiting = await stage.rows(
      `SELECT w.user_id AS user, m.id FROM withdrawals w JOIN measures m ON m.user_id = w.user_id
       WHERE w.status = 'review' AND m.released_at IS NULL AND m.kind = 'review' ORDER BY m.id`,
    )
    const held = dice.chance(0.6) ? dice.pick(waiting) : undefined
    const person = site.members.find(({ id }) => id === held?.['user']) ?? stage.member()
    const until = dice.chance(0.7) ? { until: later(site.clock(), dice.whole(3_600, 5 * 86_400)).toISOString() } : {}
    // The same ban again would be nothing new.
    const reason = `${REASON} ${dice.whole(1, 1_000_000)}`
    const { admin } = stage.as(stage.admin())
    await admin.banUser({ params: { id: person.id }, body: { reason, ...until } })
    if (held === undefined || dice.chance(0.2)) return `an admin bans ${person.username}`
    // The lock goes on holding what an older measure held.
    stage.expectAnything()
    await admin.endMeasure({ params: { id: String(held['id']) } })
    return `an admin bans ${person.username} and ends an older measure`
  },
}

const unban: ActKind = {
  weight: 2,
  moves: ['release', 'referral', 'debt-repay'],
  run: async (stage) => {
    const { id = '', username = '' } = await stage.one(
      `SELECT id, username FROM users
       WHERE locked_at IS NOT NULL AND (locked_until IS NULL OR locked_until > $1) AND deleted_at IS NULL`,
      [stage.now],
    )
    stage.expectAnything()
    await stage.as(stage.admin()).admin.unban({ params: { id } })
    return `an admin unbans ${username}`
  },
}

const measure: ActKind = {
  weight: 2,
  moves: [],
  run: async (stage) => {
    const { dice, site } = stage
    const waiting = await stage.rows(`SELECT user_id AS id FROM withdrawals WHERE status = 'review'`)
    const asked = site.members.filter(({ id }) => waiting.some((row) => row['id'] === id))
    const person = (dice.chance(0.4) ? dice.pick(asked) : undefined) ?? stage.member()
    const kind = dice.pick(['challenge', 'review', 'cooldown'] as const) ?? 'review'
    const until = { until: later(site.clock(), dice.whole(600, 2 * 86_400)).toISOString() }
    const isEnding = kind === 'cooldown' || dice.chance(0.5)
    const body = { users: [person.id], kind, reason: REASON, ...(isEnding ? until : {}) }
    await stage.as(stage.admin()).admin.measureSuspects({ body })
    return `an admin takes the measure ${kind} against ${person.username}`
  },
}

const release: ActKind = {
  weight: 3,
  moves: ['release', 'referral', 'debt-repay'],
  run: async (stage) => {
    const { dice } = stage
    const {
      id = '',
      owner = '',
      kind = '',
    } = await stage.one(
      `SELECT m.id, m.user_id AS owner, m.kind FROM measures m JOIN users u ON u.id = m.user_id
       WHERE m.released_at IS NULL AND ($1 OR (m.kind <> 'lock' AND u.locked_at IS NOT NULL))`,
      [dice.chance(0.6)],
    )
    const { admin } = stage.as(stage.admin())
    stage.expectAnything()
    if (dice.chance(0.5)) {
      const { paid } = await admin.endMeasure({ params: { id } })
      return `an admin ends the measure ${kind} and pays ${paid}`
    }
    const { paid } = await admin.releaseSuspects({ body: { users: [owner] } })
    return `an admin clears somebody and pays ${paid}`
  },
}

const appeal: ActKind = {
  weight: 1,
  moves: [],
  run: async (stage) => {
    const { id = '' } = await stage.one(
      'SELECT id FROM users WHERE (locked_at IS NOT NULL OR jsonb_array_length(measures) > 0) AND deleted_at IS NULL',
    )
    const person = stage.site.members.find((one) => one.id === id)
    if (person === undefined) throw new NothingToDoError()
    await stage.as(person).appeal.appeal({ body: { message: 'I am a person, and I have done nothing wrong.' } })
    return `${person.username} appeals`
  },
}

const answerAppeal: ActKind = {
  weight: 1,
  moves: ['release', 'referral', 'debt-repay'],
  run: async (stage) => {
    const { id = '' } = await stage.one('SELECT id FROM appeals WHERE answered_at IS NULL')
    const verdict = stage.dice.chance(0.6) ? 'release' : 'keep'
    stage.expectAnything()
    await stage.as(stage.admin()).admin.answerAppeal({ params: { id }, body: { verdict, message: REASON } })
    return `an admin answers an appeal: ${verdict}`
  },
}

const leave: ActKind = {
  weight: 0.3,
  moves: ['waived', 'debt-repay'],
  run: async (stage) => {
    const { site, dice } = stage
    const slot = dice.whole(0, site.members.length - 1)
    const person = site.members[slot]
    if (person === undefined) throw new NothingToDoError()
    stage.expectAnything()
    const body = { username: person.username, waive: true }
    await stage.as(person).ownData.remove({ body })
    await site.rejoin(slot)
    return `${person.username} deletes the account, and somebody new joins`
  },
}

const heldVisits: ActKind = {
  weight: 1,
  moves: ['link', 'debt-repay'],
  run: async (stage) => {
    const {
      id = '',
      owner = '',
      reward,
    } = await stage.one(`SELECT id, user_id AS owner, reward::text FROM link_visits WHERE status = 'held'`)
    stage.record.isDecided = true
    const pay = stage.dice.chance(0.6)
    const { done } = await stage.as(stage.admin()).admin.decideVisits({ body: { ids: [id], pay, reason: REASON } })
    if (pay) stage.expect(owner, done * Number(reward))
    return `an admin ${pay ? 'pays' : 'refuses'} a held visit`
  },
}

const reconcile: ActKind = {
  weight: 0.5,
  moves: [],
  run: async (stage) => {
    await stage.as(stage.admin()).admin.reconcile()
    return 'an admin asks for a proof of the books'
  },
}

export const desk = {
  adjust,
  reverseTransfer,
  decideApproval,
  ban,
  unban,
  measure,
  release,
  appeal,
  answerAppeal,
  leave,
  heldVisits,
  reconcile,
}
