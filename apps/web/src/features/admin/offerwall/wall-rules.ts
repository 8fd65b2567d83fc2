import type { WallRules } from '@runnel/contract/admin/wall-rules'

type Lists = 'creditValues' | 'reversalValues' | 'ignoredValues' | 'testParams'

/** How a wall speaks, as its fields hold it: a list is text with commas. */
export type RulesDraft = {
  [Part in keyof WallRules]: WallRules[Part] extends string | boolean ? WallRules[Part] : string
}

export const draftOfRules = (rules: WallRules): RulesDraft => ({
  ...rules,
  ...fromLists((name) => rules[name].join(', ')),
})

export const rulesOf = (draft: RulesDraft): WallRules => ({
  userParam: draft.userParam,
  txParam: draft.txParam,
  amountParam: draft.amountParam,
  usdParam: draft.usdParam,
  offerParam: draft.offerParam,
  ipParam: draft.ipParam,
  clickParam: draft.clickParam,
  statusParam: draft.statusParam,
  refParam: draft.refParam,
  reversalPrefix: draft.reversalPrefix,
  partialReversals: draft.partialReversals,
  signatureParam: draft.signatureParam,
  signatureHeader: draft.signatureHeader,
  signed: draft.signed,
  replyOk: draft.replyOk,
  replyDuplicate: draft.replyDuplicate,
  replyRefused: draft.replyRefused,
  algorithm: draft.algorithm,
  encoding: draft.encoding,
  ...fromLists((name) => listOf(draft[name])),
})

const fromLists = <Value>(read: (name: Lists) => Value): Record<Lists, Value> => ({
  creditValues: read('creditValues'),
  reversalValues: read('reversalValues'),
  ignoredValues: read('ignoredValues'),
  testParams: read('testParams'),
})

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
