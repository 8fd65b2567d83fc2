import { findPreset } from '#features/offerwall/preset/presets.ts'
import { isRange } from '#guard/network.ts'
import { refuseField } from '#kernel/refusal.ts'
import { scaled } from '#money/amount.ts'
import { fillAddress } from './frame.ts'
import type { OpenFields, SetUpDeps } from './set-up.ts'

/** Refuses a wall that could not work, and above all one that anybody could credit themselves by. */
export const refuseRules = (fields: OpenFields, { secret, publicUrl }: { secret: string; publicUrl: string }): void => {
  if (findPreset(fields.preset) === undefined) refuseField('preset', 'NO_PRESET', 'Preset not found.')
  const wrong = fields.allowedIps.find((range) => !isRange(range))
  if (wrong !== undefined) {
    refuseField('allowedIps', 'BAD_ADDRESS', `${wrong} isn’t a valid IP address or network, such as 192.0.2.0/24.`)
  }
  if (fields.frameUrl !== '' && !mayBeFramed(fields.frameUrl, publicUrl)) {
    refuseField('frameUrl', 'BAD_FRAME', 'The iframe URL must start with https://.')
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
  if (problem !== null) refuseField('offerApiUrl', 'BAD_API_URL', problem)
  if (!offersByApi) return
  if (api === null) refuseField('offersByApi', 'NO_OFFER_API', 'This preset has no offers API.')
  if (api?.needsKey === true && !hasKey) {
    refuseField('apiKey', 'API_KEY_MISSING', 'Enter the API key before you list offers by API.')
  }
}

/** What our pages may frame: any address that is encrypted, or one of this site. */
const mayBeFramed = (template: string, publicUrl: string): boolean => {
  const url = URL.parse(fillAddress(template, {}))
  return url !== null && (url.protocol === 'https:' || url.origin === URL.parse(publicUrl)?.origin)
}

const refuseNames = ({ rules, unitsPerAmount }: OpenFields): void => {
  if (rules.userParam === '' || rules.txParam === '') {
    refuseField('rules', 'NAMES_MISSING', 'Enter the user ID and transaction ID parameters.')
  }
  const isByAmount = scaled(unitsPerAmount) > 0n
  if (isByAmount ? rules.amountParam === '' : rules.usdParam === '') {
    const msg = isByAmount
      ? 'Enter the amount parameter.'
      : 'Enter the units per currency unit or the USD amount parameter.'
    refuseField('unitsPerAmount', 'AMOUNT_MISSING', msg)
  }
}

/** A wall must be told from strangers: by a secret that its calls prove, or at least by where they come from. */
const refuseUnsigned = ({ rules, refuseOtherIps, allowedIps, enabled }: OpenFields, secret: string): void => {
  const { algorithm, signed } = rules
  if (algorithm === 'none') {
    if (!refuseOtherIps || allowedIps.length === 0) {
      const msg =
        'Without a signature, anyone could send postbacks. Enter the allowed IP addresses and reject all ' + 'others.'
      refuseField('allowedIps', 'UNSIGNED', msg)
    }
    return
  }
  if (rules.signatureParam === '' && rules.signatureHeader === '') {
    refuseField('rules', 'SIGNATURE_MISSING', 'Enter the signature parameter or header.')
  }
  if (enabled && secret.length < SECRET_LENGTH) {
    const msg = `Enter a secret of at least ${SECRET_LENGTH} characters before you enable this offerwall.`
    refuseField('secret', 'SECRET_MISSING', msg)
  }
  if (algorithm === 'static') return
  if (signed === '') refuseField('rules', 'FORMULA_MISSING', 'Enter the signature formula.')
  // A plain hash without the secret in it is no signature: everybody can count it.
  if (!algorithm.startsWith('hmac-') && !signed.includes('{secret}')) {
    refuseField('rules', 'FORMULA_OPEN', 'A plain hash formula must contain {secret}.')
  }
  if (signed.startsWith('@url') && rules.signatureParam === '') {
    refuseField(
      'rules',
      'SIGNATURE_MISSING',
      'For URL signatures, enter the signature parameter, which must be the last one.',
    )
  }
}

const SECRET_LENGTH = 6
