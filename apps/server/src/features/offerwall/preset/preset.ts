import type { WallPreset } from '@runnel/contract/admin/offerwall'
import type { SignatureAlgorithm, WallRules } from '@runnel/contract/admin/wall-rules'
import type * as z from 'zod/mini'

/** How a text is signed: a template with `{secret}` and other names, or what the algorithm takes as its key. */
export interface Mark {
  readonly algorithm: z.infer<typeof SignatureAlgorithm>
  readonly encoding: WallRules['encoding']
  readonly signed: string
}

/** A wall as its vendor describes it. What stands in its frame's address as `{hash}` and `{signature}` is data too. */
export interface Preset extends WallPreset {
  readonly frame: { readonly hash?: Mark; readonly signature?: Mark }
}

/** What most walls have in common; each preset says what it does otherwise. */
const plainRules: WallRules = {
  userParam: '',
  txParam: '',
  amountParam: '',
  usdParam: '',
  offerParam: '',
  ipParam: '',
  clickParam: '',
  statusParam: '',
  creditValues: [],
  reversalValues: [],
  ignoredValues: [],
  refParam: '',
  reversalPrefix: '',
  partialReversals: false,
  signatureParam: '',
  signatureHeader: '',
  algorithm: 'none',
  encoding: 'hex',
  signed: '',
  replyOk: '1',
  replyDuplicate: '1',
  replyRefused: 'ERROR',
  testParams: [],
}

type Optional = 'offerApi' | 'rules' | 'frame' | 'keys' | 'allowedIps' | 'postbackQuery' | 'note' | 'frameUrl'
/** `sources` and `unchecked` are always said: what was read of the vendor itself, and what was not. */
type Given = Omit<Preset, Optional> & Partial<Omit<Preset, 'rules'>> & { readonly rules: Partial<WallRules> }

export const preset = ({ rules, ...given }: Given): Preset => ({
  frameUrl: '',
  keys: [],
  allowedIps: [],
  postbackQuery: '',
  note: '',
  frame: {},
  offerApi: null,
  ...given,
  rules: { ...plainRules, ...rules },
})

/**
 * What many walls do alike: the same names, and an md5 over user, transaction and reward. The reward of a reversal
 * stays positive.
 */
export const familyRules: Partial<WallRules> = {
  userParam: 'subId',
  txParam: 'transId',
  amountParam: 'reward',
  usdParam: 'payout',
  offerParam: 'offer_name',
  ipParam: 'userIp',
  statusParam: 'status',
  creditValues: ['1'],
  reversalValues: ['2'],
  signatureParam: 'signature',
  algorithm: 'md5',
  signed: '{subId}{transId}{reward}{secret}',
  replyOk: 'ok',
  replyDuplicate: 'DUP',
  testParams: ['debug', 'test'],
}
