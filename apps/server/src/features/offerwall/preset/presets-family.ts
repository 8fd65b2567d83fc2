import { say } from '#kernel/words/say.ts'
import { familyRules, preset, type Preset } from './preset.ts'

/** Walls that speak as the family does, and the family itself. */
export const familyPresets: readonly Preset[] = [
  preset({
    id: 'wannads-old',
    name: 'Wannads (signed postbacks)',
    sources: ['https://affiliates.wannads.com/documentation/postback_notifications'],
    unchecked: ['addresses'],
    frameUrl: 'https://wall.wannads.com/wall?apiKey={apiKey}&userId={userId}',
    keys: ['apiKey'],
    allowedIps: ['34.250.159.173', '34.244.210.150', '52.212.236.135', '34.251.83.149'],
    note: say('owner.offerwall.olderPostbacks'),
    rules: {
      ...familyRules,
      offerParam: 'campaign_name',
      // A rejection comes under a transaction of its own and names the credit by the same uuid.
      refParam: 'uuid',
      replyOk: 'OK',
    },
  }),
  preset({
    id: 'bitcotasks',
    name: 'BitcoTasks',
    offerApi: { id: 'bitcotasks', needsKey: true },
    sources: [],
    unchecked: ['postback'],
    frameUrl: 'https://bitcotasks.com/offerwall/{apiKey}/{userId}',
    keys: ['apiKey'],
    allowedIps: ['45.14.135.48'],
    note: say('owner.offerwall.useAppSecretFrom'),
    rules: { ...familyRules, replyDuplicate: 'ok' },
  }),
  preset({
    id: 'offerwall-me',
    name: 'Offerwall.me',
    sources: [],
    unchecked: ['postback'],
    frameUrl:
      'https://offerwall.me/offerwall/{apiKey}/{userId}?identityExpires={expires}&identitySignature={signature}',
    keys: ['apiKey'],
    allowedIps: ['95.216.65.163', '2a01:4f9:2b:1dc::2'],
    note: say('owner.offerwall.secretSignsPostbacksIdentity'),
    frame: {
      signature: {
        algorithm: 'hmac-sha256',
        encoding: 'hex',
        signed: 'offerwall-user-v1\n{apiKey}\n{userId}\n{expires}',
      },
    },
    rules: { ...familyRules, replyDuplicate: 'ok' },
  }),
  preset({
    id: 'family',
    name: say('owner.offerwall.presetFamily'),
    sources: [
      'https://docs.revtoo.com/s2s-postback/postback-parameters',
      'https://developer.revlum.com/docs/post-postback',
      'https://adswedmedia.com/integration',
    ],
    unchecked: ['addresses'],
    frameUrl: 'https://example.com/offerwall/{apiKey}/{userId}',
    keys: ['apiKey'],
    note: say('owner.offerwall.adswedmediaAdwallxBitswallOfferoc'),
    rules: familyRules,
  }),
  preset({
    id: 'generic',
    name: say('owner.offerwall.presetCustom'),
    sources: [],
    unchecked: [],
    frameUrl: 'https://example.com/?user={userId}',
    note: say('owner.offerwall.allFieldsManual', {
      hash: '{hash}',
      hashed: '{userId}-{secret}',
      signature: '{signature}',
      signed: '{userId}',
    }),
    frame: {
      hash: { algorithm: 'md5', encoding: 'hex', signed: '{userId}-{secret}' },
      signature: { algorithm: 'hmac-sha256', encoding: 'hex', signed: '{userId}' },
    },
    postbackQuery: 'user={user}&tx={tx}&amount={amount}&usd={usd}&status={status}&signature={signature}',
    rules: {
      userParam: 'user',
      txParam: 'tx',
      amountParam: 'amount',
      usdParam: 'usd',
      statusParam: 'status',
      creditValues: ['1'],
      reversalValues: ['2'],
      signatureParam: 'signature',
      algorithm: 'hmac-sha256',
      signed: '{user}:{tx}:{amount}:{usd}:{status}',
      testParams: ['test'],
      partialReversals: true,
    },
  }),
]
