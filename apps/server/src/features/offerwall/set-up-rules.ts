import { findPreset } from '#features/offerwall/preset/presets.ts'
import { isRange } from '#guard/network.ts'
import { refuseField } from '#kernel/refusal.ts'
import { say, together } from '#kernel/words/say.ts'
import { scaled } from '#money/amount.ts'
import { fillAddress } from './frame.ts'
import type { OpenFields, SetUpDeps } from './set-up.ts'

/** Refuses a wall that could not work, and above all one that anybody could credit themselves by. */
export const refuseRules = (fields: OpenFields, { secret, publicUrl }: { secret: string; publicUrl: string }): void => {
  if (findPreset(fields.preset) === undefined) refuseField('preset', 'NO_PRESET', say('owner.offerwall.presetFound'))
  const wrong = fields.allowedIps.find((range) => !isRange(range))
  if (wrong !== undefined) {
    refuseField('allowedIps', 'BAD_ADDRESS', say('owner.offerwall.validIpAddressNetwork', { wrong }))
  }
  if (fields.frameUrl !== '' && !mayBeFramed(fields.frameUrl, publicUrl)) {
    refuseField('frameUrl', 'BAD_FRAME', say('owner.offerwall.iframeUrlHttps'))
  }
  refuseNames(fields)
  refuseUnsigned(fields, secret)
}

/** Refuses offers by an API that the vendor does not have, or that could not be asked. */
export const refuseOfferApi = (
  { offerFeeds }: Pick<SetUpDeps, 'offerFeeds'>,
  { preset, offersByApi, offerApiUrl }: OpenFields,
  hasKey: boolean,
): void => {
  const api = findPreset(preset)?.offerApi ?? null
  const problem = offerFeeds.problem(offerApiUrl)
  if (problem !== null) refuseField('offerApiUrl', 'BAD_API_URL', together(problem))
  if (!offersByApi) return
  if (api === null) refuseField('offersByApi', 'NO_OFFER_API', say('owner.offerwall.presetNoOffersApi'))
  if (api?.needsKey === true && !hasKey) {
    refuseField('apiKey', 'API_KEY_MISSING', say('owner.offerwall.enterApiKeyBefore'))
  }
}

/** What our pages may frame: any address that is encrypted, or one of this site. */
const mayBeFramed = (template: string, publicUrl: string): boolean => {
  const url = URL.parse(fillAddress(template, {}))
  return url !== null && (url.protocol === 'https:' || url.origin === URL.parse(publicUrl)?.origin)
}

const refuseNames = ({ rules, unitsPerAmount }: OpenFields): void => {
  if (rules.userParam === '' || rules.txParam === '') {
    refuseField('rules', 'NAMES_MISSING', say('owner.offerwall.enterUserIdTransaction'))
  }
  const isByAmount = scaled(unitsPerAmount) > 0n
  if (isByAmount ? rules.amountParam === '' : rules.usdParam === '') {
    const msg = isByAmount ? say('owner.offerwall.enterAmountParameter') : say('owner.offerwall.enterUnitsPerCurrency')
    refuseField('unitsPerAmount', 'AMOUNT_MISSING', msg)
  }
}

/** A wall must be told from strangers: by a secret that its calls prove, or at least by where they come from. */
const refuseUnsigned = ({ rules, refuseOtherIps, allowedIps, enabled }: OpenFields, secret: string): void => {
  const { algorithm, signed } = rules
  if (algorithm === 'none') {
    if (!refuseOtherIps || allowedIps.length === 0) {
      const msg = say('owner.offerwall.withoutSignatureAnyoneCould')
      refuseField('allowedIps', 'UNSIGNED', msg)
    }
    return
  }
  if (rules.signatureParam === '' && rules.signatureHeader === '') {
    refuseField('rules', 'SIGNATURE_MISSING', say('owner.offerwall.enterSignatureParameterHeader'))
  }
  if (enabled && secret.length < SECRET_LENGTH) {
    const msg = say('owner.offerwall.enterSecretLeastCharacters', { length: SECRET_LENGTH })
    refuseField('secret', 'SECRET_MISSING', msg)
  }
  if (algorithm === 'static') return
  if (signed === '') refuseField('rules', 'FORMULA_MISSING', say('owner.offerwall.enterSignatureFormula'))
  // A plain hash without the secret in it is no signature: everybody can count it.
  if (!algorithm.startsWith('hmac-') && !signed.includes('{secret}')) {
    refuseField('rules', 'FORMULA_OPEN', say('owner.offerwall.plainHashFormulaMust', { secret: '{secret}' }))
  }
  if (signed.startsWith('@url') && rules.signatureParam === '') {
    refuseField('rules', 'SIGNATURE_MISSING', say('owner.offerwall.urlSignaturesEnterSignature'))
  }
}

const SECRET_LENGTH = 6
