import { preset, type Preset } from './preset.ts'

/** Walls whose signature is an HMAC with the secret as its key. */
export const keyedPresets: readonly Preset[] = [
  preset({
    id: 'pollfish',
    name: 'Pollfish',
    sources: ['https://github.com/pollfish/docs/blob/master/s2s.md'],
    unchecked: ['reply', 'addresses'],
    keys: ['apiKey', 'rewardConversion', 'rewardName', 'debug'],
    postbackQuery:
      'click_id=[[click_id]]&cpa=[[cpa]]&device_id=[[device_id]]&request_uuid=[[request_uuid]]' +
      '&status=[[status]]&term_reason=[[term_reason]]&timestamp=[[timestamp]]&tx_id=[[tx_id]]&signature=[[signature]]',
    note: 'The secret is the account secret. For the reconciliation callback, add &kind=reversal to the same URL.',
    frame: {
      signature: { algorithm: 'hmac-sha1', encoding: 'base64', signed: '{rewardConversion}{rewardName}{userId}' },
    },
    rules: {
      userParam: 'click_id',
      txParam: 'tx_id',
      amountParam: 'cpa',
      usdParam: 'cpa/100',
      statusParam: 'kind',
      reversalValues: ['reversal'],
      signatureParam: 'signature',
      algorithm: 'hmac-sha1',
      encoding: 'base64',
      signed: '@pollfish',
      testParams: ['debug'],
    },
  }),
  preset({
    id: 'bitlabs',
    name: 'BitLabs',
    offerApi: { id: 'bitlabs', needsKey: false },
    sources: [
      'https://developer.bitlabs.ai/docs/callback-parameters',
      'https://developer.bitlabs.ai/docs/offer-callbacks',
      'https://developer.bitlabs.ai/docs/securing-callbacks-through-hashing',
      'https://developer.bitlabs.ai/docs/custom-parameters-in-callbacks',
    ],
    unchecked: ['addresses'],
    frameUrl: 'https://web.bitlabs.ai/?token={token}&uid={userId}&click_id={clickId}',
    keys: ['token'],
    allowedIps: ['20.76.54.40/29', '18.199.243.90', '18.157.62.114', '18.193.24.206'],
    postbackQuery: 'uid=[%USER:UID%]&tx=[%TX%]&val=[%VALUE:CURRENCY%]&raw=[%VALUE:USD%]&type=[%TYPE%]&ref=[%REF%]',
    note:
      'The secret is the app secret. The hash covers the whole URL. Older dashboards use [%UID%], [%VAL%], [%RAW%]. ' +
      'If stateful callbacks are on, use the other preset.',
    rules: {
      userParam: 'uid',
      txParam: 'tx',
      amountParam: 'val',
      usdParam: 'raw',
      // Further parameters of the frame come back in each callback, in lower case.
      clickParam: 'click_id',
      statusParam: 'type',
      creditValues: ['COMPLETE', 'COMPLETED', 'SCREENOUT', 'START_BONUS'],
      // Negative and under its own transaction; of stateful offers positive and under the one of the credit.
      reversalValues: ['RECONCILIATION'],
      partialReversals: true,
      ignoredValues: ['PENDING', 'REJECTED', 'REVIEWING'],
      refParam: 'ref',
      signatureParam: 'hash',
      algorithm: 'hmac-sha1',
      signed: '@url',
    },
  }),
  preset({
    id: 'bitlabs-stateful',
    name: 'BitLabs (stateful offers)',
    offerApi: { id: 'bitlabs', needsKey: false },
    sources: [
      'https://developer.bitlabs.ai/docs/stateful-offer-callbacks',
      'https://developer.bitlabs.ai/docs/stateful-magic-receipt-callbacks',
      'https://developer.bitlabs.ai/docs/cashback-callbacks',
      'https://developer.bitlabs.ai/docs/securing-callbacks-through-hashing',
      'https://developer.bitlabs.ai/docs/custom-parameters-in-callbacks',
    ],
    unchecked: ['addresses'],
    frameUrl: 'https://web.bitlabs.ai/?token={token}&uid={userId}&click_id={clickId}',
    keys: ['token'],
    allowedIps: ['20.76.54.40/29', '18.199.243.90', '18.157.62.114', '18.193.24.206'],
    postbackQuery:
      'uid=[%USER:UID%]&tx=[%TX%]&val=[%VALUE:CURRENCY%]&raw=[%VALUE:USD%]&state=[%OFFER:TASK:STATE%]&ref=[%REF%]',
    note:
      'The secret is the app secret. The hash covers the whole URL. Older dashboards use [%UID%], [%VAL%], ' +
      '[%RAW%] and [%OFFER_STATE%].',
    rules: {
      userParam: 'uid',
      txParam: 'tx',
      amountParam: 'val',
      usdParam: 'raw',
      // Further parameters of the frame come back in each callback, in lower case.
      clickParam: 'click_id',
      statusParam: 'state',
      creditValues: ['COMPLETED', 'COMPLETE'],
      // The same transaction and the same positive amount: only the state tells.
      reversalValues: ['RECONCILED', 'REJECTED'],
      ignoredValues: ['NONE', 'PENDING', 'REVIEWING', 'CREATED', 'ADJUSTED', 'MANUAL_REVIEW', 'AWARD_PENDING'],
      partialReversals: true,
      refParam: 'ref',
      signatureParam: 'hash',
      algorithm: 'hmac-sha1',
      signed: '@url',
    },
  }),
  preset({
    id: 'ayet',
    name: 'ayeT-Studios',
    offerApi: { id: 'ayet', needsKey: false },
    sources: [
      'https://docs.ayetstudios.com/v/product-docs/callbacks-and-testing/callbacks/offerwall-callbacks',
      'https://ayetstudios.com/openapi/publisher-doc',
    ],
    unchecked: [],
    frameUrl:
      'https://www.ayetstudios.com/offers/web_offerwall/{adslot}?external_identifier={userId}&custom_1={clickId}',
    keys: ['adslot'],
    allowedIps: ['51.79.101.241', '158.69.185.134', '158.69.185.154', '35.165.166.40', '35.166.159.131', '52.40.3.140'],
    postbackQuery:
      'external_identifier={external_identifier}&transaction_id={transaction_id}&currency_amount={currency_amount}' +
      '&payout_usd={payout_usd}&offer_name={offer_name}&is_chargeback={is_chargeback}&ip={ip}&custom_1={custom_1}',
    note:
      'The secret is the publisher API key. In the dashboard, turn on “Enable Reversal Callbacks” and the security ' +
      'hash. Another iframe URL is https://offerwall.ayet.io/offers?adSlot={adslot}&externalIdentifier={userId}',
    rules: {
      userParam: 'external_identifier',
      txParam: 'transaction_id',
      amountParam: 'currency_amount',
      usdParam: 'payout_usd',
      offerParam: 'offer_name',
      ipParam: 'ip',
      clickParam: 'custom_1',
      statusParam: 'is_chargeback',
      creditValues: ['0'],
      reversalValues: ['1'],
      reversalPrefix: 'r-',
      signatureHeader: 'x-ayetstudios-security-hash',
      algorithm: 'hmac-sha256',
      signed: '@sorted-query',
    },
  }),
  preset({
    id: 'notik',
    name: 'Notik',
    sources: [],
    unchecked: ['postback'],
    frameUrl: 'https://notik.me/coins?api_key={apiKey}&pub_id={pubId}&app_id={appId}&user_id={userId}',
    keys: ['apiKey', 'pubId', 'appId'],
    allowedIps: ['192.53.121.112'],
    note: 'The secret is the app secret. The hash covers the whole URL, so enter it exactly as shown here.',
    rules: {
      userParam: 'user_id',
      txParam: 'txn_id',
      amountParam: 'amount',
      usdParam: 'payout',
      offerParam: 'offer_name',
      ipParam: 'conversion_ip',
      refParam: 'rewarded_txn_id',
      signatureParam: 'hash',
      algorithm: 'hmac-sha1',
      signed: '@url',
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
    ],
    note:
      'Name the parameters subid, transaction, credits, payout and hash in the dashboard. Check the IP ' + 'addresses.',
    rules: {
      userParam: 'subid',
      txParam: 'transaction',
      amountParam: 'credits',
      usdParam: 'payout',
      offerParam: 'offer',
      signatureParam: 'hash',
      algorithm: 'hmac-md5',
      signed: 'userId={subid}&credits={credits}&transactionId={transaction}',
    },
  }),
]
