import { preset, type Preset } from './preset.ts'

/** Walls that sign nothing: a secret that stands in the address is all that tells them from strangers. */
export const openPresets: readonly Preset[] = [
  preset({
    id: 'wannads-new',
    name: 'Wannads (custom URL)',
    frameUrl: 'https://wall.wannads.com/wall?apiKey={apiKey}&userId={userId}',
    keys: ['apiKey'],
    postbackQuery:
      'user_id={user_id}&transaction_id={transaction_id}&reward={reward}&status={status}&offer_id={offer_id}' +
      '&offer_name={offer_name}&token=YOUR_SECRET',
    note: 'Create a long secret. Enter it here and in the dashboard instead of YOUR_SECRET.',
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
    frameUrl: 'https://offers.monlix.com/?appid={appId}&userid={userId}',
    keys: ['appId'],
    postbackQuery:
      'userId={{userId}}&transactionId={{transactionId}}&rewardValue={{rewardValue}}&payout={{payout}}' +
      '&status={{status}}&taskName={{taskName}}&userIp={{userIp}}&secretKey={{secretKey}}',
    note: 'The secret is the app’s secret key; Monlix adds it to the URL automatically.',
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
    frameUrl: 'https://wall.adgaterewards.com/{wallCode}/{userId}',
    keys: ['wallCode'],
    allowedIps: [
      '52.42.57.125',
      '54.186.70.83',
      '52.39.181.185',
      '54.190.14.75',
      '52.11.36.128',
      '54.191.9.88',
      '3.21.111.51',
      '3.135.140.42',
      '3.133.245.65',
    ],
    postbackQuery:
      's1={s1}&conversion_id={conversion_id}&points={points}&payout={payout}&offer_name={offer_name}' +
      '&state={state}&ip={ip}&token=YOUR_SECRET',
    note: 'Create a long secret. Enter it here and in the dashboard instead of YOUR_SECRET.',
    rules: {
      userParam: 's1',
      txParam: 'conversion_id',
      amountParam: 'points',
      usdParam: 'payout',
      offerParam: 'offer_name',
      ipParam: 'ip',
      statusParam: 'state',
      creditValues: ['completed', '1'],
      reversalValues: ['rejected', 'reversed', '2'],
      ignoredValues: ['pending'],
      signatureParam: 'token',
      algorithm: 'static',
    },
  }),
]
