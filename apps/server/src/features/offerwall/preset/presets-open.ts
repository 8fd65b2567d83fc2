import { say } from '#kernel/words/say.ts'
import { preset, type Preset } from './preset.ts'

/** Walls that sign nothing: a secret that stands in the address is all that tells them from strangers. */
export const openPresets: readonly Preset[] = [
  preset({
    id: 'wannads-new',
    name: 'Wannads (custom URL)',
    sources: ['https://wannads.com/documentation/postback/app'],
    unchecked: ['reply', 'addresses'],
    frameUrl: 'https://wall.wannads.com/wall?apiKey={apiKey}&userId={userId}',
    keys: ['apiKey'],
    postbackQuery:
      'user_id={user_id}&transaction_id={transaction_id}&reward={reward}&status={status}&offer_id={offer_id}' +
      '&offer_name={offer_name}&token=YOUR_SECRET',
    note: say('owner.offerwall.createLongSecretEnter'),
    rules: {
      userParam: 'user_id',
      txParam: 'transaction_id',
      amountParam: 'reward',
      offerParam: 'offer_name',
      statusParam: 'status',
      creditValues: ['credited', '1'],
      reversalValues: ['rejected', '2'],
      signatureParam: 'token',
      algorithm: 'static',
      replyOk: 'OK',
      replyDuplicate: 'DUP',
    },
  }),
  preset({
    id: 'monlix',
    name: 'Monlix',
    sources: ['https://docs.monlix.com/docs/postback'],
    unchecked: ['reply', 'addresses'],
    frameUrl: 'https://offers.monlix.com/?appid={appId}&userid={userId}',
    keys: ['appId'],
    postbackQuery:
      'userId={{userId}}&transactionId={{transactionId}}&rewardValue={{rewardValue}}&payout={{payout}}' +
      '&status={{status}}&taskName={{taskName}}&userIp={{userIp}}&secretKey={{secretKey}}',
    note: say('owner.offerwall.monlixSecret'),
    rules: {
      userParam: 'userId',
      txParam: 'transactionId',
      amountParam: 'rewardValue',
      usdParam: 'payout',
      offerParam: 'taskName',
      ipParam: 'userIp',
      statusParam: 'status',
      creditValues: ['1'],
      reversalValues: ['2'],
      signatureParam: 'secretKey',
      algorithm: 'static',
    },
  }),
  preset({
    id: 'adgate',
    name: 'AdGate (Prodege)',
    sources: [
      'https://docs.prodegeads.com/postbacks/postback-information',
      'https://docs.adgatemedia.com/postbacks/postback-information',
    ],
    unchecked: [],
    frameUrl: 'https://wall.adgaterewards.com/{wallCode}/{userId}',
    keys: ['wallCode'],
    allowedIps: ['52.42.57.125'],
    postbackQuery:
      's1={s1}&conversion_id={conversion_id}&points={points}&payout={payout}&offer_name={vc_title}' +
      '&state={state}&token=YOUR_SECRET',
    note: say('owner.offerwall.createLongSecretEnterHere', { state: '{state}' }),
    rules: {
      userParam: 's1',
      txParam: 'conversion_id',
      amountParam: 'points',
      usdParam: 'payout',
      offerParam: 'offer_name',
      statusParam: 'state',
      creditValues: ['approved'],
      // The same conversion, and the same amount, in another state.
      reversalValues: ['rejected'],
      ignoredValues: ['pending'],
      signatureParam: 'token',
      algorithm: 'static',
    },
  }),
  preset({
    id: 'adscend',
    name: 'Adscend Media',
    sources: [],
    unchecked: ['postback'],
    frameUrl: 'https://adscendmedia.com/adwall/publisher/{publisherId}/profile/{wallId}?subid1={userId}',
    keys: ['publisherId', 'wallId'],
    allowedIps: [
      '204.232.224.18',
      '204.232.224.19',
      '104.130.46.116',
      '104.130.60.108',
      '104.130.60.109',
      '104.239.224.178',
      '54.204.57.82',
      '3.235.151.36',
      '52.117.122.183',
      '52.117.127.192',
      '52.117.121.196',
    ],
    // Which macro holds the transaction is not known: its owner takes it from the dashboard.
    postbackQuery:
      'user_id=[SB1]&transaction_id=TRANSACTION&campaign_name=[ONM]&amount=[CUR]&payout=[PAY]&ip=[IP]' +
      '&status=[STS]&secret=YOUR_SECRET',
    note: say('owner.offerwall.adscendSecret'),
    rules: {
      userParam: 'user_id',
      txParam: 'transaction_id',
      amountParam: 'amount',
      usdParam: 'payout',
      offerParam: 'campaign_name',
      ipParam: 'ip',
      statusParam: 'status',
      creditValues: ['1'],
      reversalValues: ['2'],
      signatureParam: 'secret',
      algorithm: 'static',
    },
  }),
]
