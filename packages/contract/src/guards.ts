import type { ApprovalKind } from '#contract/admin/approval.ts'
import type { Route, RouteTable } from './route.ts'

/**
 * How an act of an admin or a moderator is guarded.
 * - `free`: words, looks and order, what only takes away or stops, and what moves money between those it belongs to.
 * - `proof`: always asks for a proof of the last ten minutes of who is at the screen.
 * - `bounded`: decides how much somebody gets. Over `PROOF_BOUND` it asks for such a proof; with four eyes it waits for
 *   the second admin once it, and what the same admin did alone within a day, reach the limit of the owner.
 * - `loosens`: always asks for a proof; with four eyes it waits for the second admin wherever it loosens something.
 * - `settings`: each setting has a guard of its own (`settingGuards`).
 */
export interface ActGuard {
  readonly kind: 'free' | 'proof' | 'bounded' | 'loosens' | 'settings'
  /** `sometimes`: its rule asks, where it decides a large amount or does what others need a proof for. */
  readonly proof: 'never' | 'sometimes' | 'always'
  /** What it is called while it waits for a second admin; null: it never does, or is refused instead. */
  readonly waitsAs: ApprovalKind | null
}

/** What may be raised without a proof: by so many percent, and by so many units that one user may get in a day. */
export const PROOF_BOUND = { percent: 20, units: 10_000 } as const
/** By which factor a price may rise or fall within a day before a second admin is asked. */
export const PRICE_FACTOR = 2

const free = { kind: 'free', proof: 'never', waitsAs: null } as const satisfies ActGuard
const proof = { kind: 'proof', proof: 'always', waitsAs: null } as const satisfies ActGuard
const partly = { kind: 'proof', proof: 'sometimes', waitsAs: null } as const satisfies ActGuard

const bounded = <const Kind extends ApprovalKind>(waitsAs: Kind) =>
  ({ kind: 'bounded', proof: 'sometimes', waitsAs }) as const satisfies ActGuard
const stepUpAndLimit = <const Kind extends ApprovalKind>(waitsAs: Kind) =>
  ({ kind: 'bounded', proof: 'always', waitsAs }) as const satisfies ActGuard
const loosens = <const Kind extends ApprovalKind>(waitsAs: Kind) =>
  ({ kind: 'loosens', proof: 'always', waitsAs }) as const satisfies ActGuard

/** Every act that only admins or moderators may do; one that is missing here does not compile. */
export const actGuards = {
  task: {
    // What a task pays lies in the escrow of who made it.
    decideTasks: free,
    acceptUpdate: free,
    denyUpdate: free,
  },
  admin: {
    reconcile: free,
    previewContent: free,
    saveText: free,

    saveSettings: { kind: 'settings', proof: 'sometimes', waitsAs: 'setting.save' },
    addMethod: loosens('method.edit'),
    editMethod: loosens('method.edit'),

    approveWithdrawals: stepUpAndLimit('withdrawal.approve'),
    rejectWithdrawals: free,
    markPaid: proof,
    refundUnknown: stepUpAndLimit('withdrawal.refund'),
    lookUpWithdrawal: free,
    // It ends the warning that money left a wallet without the ledger.
    dismissDifference: proof,

    // The address of a user, and whether it is proved.
    editUser: partly,
    banUser: proof,
    unban: proof,
    banUsers: proof,
    unbanUsers: proof,
    cooldownUser: free,
    // It changes how often captchas come, and nothing else.
    trustUser: free,
    adjustUser: stepUpAndLimit('user.adjust'),
    reverseTransfer: stepUpAndLimit('user.reverse'),
    sendMailAgain: free,
    sendMailsAgain: free,
    testTelegram: free,
    endUserSessions: free,
    endUserSession: free,
    // The link goes to the user's own address.
    resetUserPassword: free,
    dropTwoStep: proof,
    // Large ones are refused while two admins are asked for.
    import: { kind: 'bounded', proof: 'always', waitsAs: null },

    // Each has their own.
    addSavedView: free,
    editSavedView: free,
    removeSavedView: free,

    answerContact: free,
    closeContact: free,
    reopenContact: free,
    closeContacts: free,

    acceptApproval: proof,
    denyApproval: free,

    // A campaign is paid from the escrow of its owner, and refunded to the same.
    editPtc: free,
    decidePtc: free,
    deletePtc: free,

    releaseSuspects: stepUpAndLimit('suspect.release'),
    banSuspects: proof,
    deleteMarks: bounded('suspect.delete-mark'),
    measureSuspects: free,
    endMeasure: stepUpAndLimit('suspect.end-measure'),
    answerAppeal: bounded('appeal.answer'),
    releaseNetworks: proof,
    releaseDevices: proof,

    // The members pay what tasks pay.
    addTaskCategory: free,
    editTaskCategory: partly,

    // Whoever knows the secret of a wall credits whom they like.
    addWall: loosens('wall.add'),
    editWall: loosens('wall.edit'),
    replayPostback: proof,
    removeWall: free,
    creditReport: bounded('report.credit'),
    answerReport: free,

    addLink: bounded('link.add'),
    editLink: bounded('link.edit'),
    orderLinks: free,
    testLink: free,
    removeLink: free,
    decideVisits: bounded('link.pay'),

    resumeOutflow: loosens('outflow.resume'),
    stopOutflow: free,
    lookOutflow: free,

    addNews: free,
    editNews: free,
    removeNews: free,
    removeManyNews: free,

    addChallenge: bounded('challenge.add'),
    editChallenge: bounded('challenge.edit'),
    removeChallenge: free,
    addCoupons: stepUpAndLimit('coupon.add'),
    editCoupon: stepUpAndLimit('coupon.edit'),
    removeCoupons: free,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ActGuard>>>>

interface StaffAct extends Route {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly access: 'admin' | 'moderator'
}

type ActsIn<F> = { [E in keyof F]: F[E] extends StaffAct ? E : never }[keyof F]

/** A guard for each act of admins and moderators of a route table. */
export type GuardsOf<T extends RouteTable> = {
  readonly [F in keyof T as [ActsIn<T[F]>] extends [never] ? never : F]: {
    readonly [E in ActsIn<T[F]>]: ActGuard
  }
}

/** The same routes, with the proof that their guards ask for: nothing else says it of an act of admins. */
export const guarded = <const T extends RouteTable>(table: T, guards: GuardsOf<T>): T => {
  const known: Readonly<Record<string, Readonly<Record<string, ActGuard>>>> = guards
  const proved = Object.entries(table).map(([feature, routes]) => [
    feature,
    Object.fromEntries(
      Object.entries(routes).map(([name, route]) => [
        name,
        known[feature]?.[name]?.proof === 'always' ? { ...route, stepUp: true } : route,
      ]),
    ),
  ])
  // The names and their routes stay the same ones.
  return Object.fromEntries(proved) as T
}
