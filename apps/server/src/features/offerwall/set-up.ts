import type { Contract } from '@runnel/contract'
import type { AdminWall } from '@runnel/contract/admin/offerwall'
import type { Input } from '@runnel/contract/route'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import { presetOf } from '#features/offerwall/preset/presets.ts'
import type { WriteContext } from '#kernel/context.ts'
import { databaseError, type Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { keyAfter } from '#kernel/stored-key.ts'
import { say } from '#kernel/words/say.ts'
import { plainDecimal } from '#money/amount.ts'
import { fillAddress } from './frame.ts'
import { refuseOfferApi, refuseRules } from './set-up-rules.ts'
import { findWall, postbackAddress, secretOf, type WallRow } from './wall.ts'

type Fields = Input<Contract['admin']['addWall']>['body']
/** What may be seen of a wall's set-up: all but its secret. */
export type OpenFields = Omit<Fields, 'secret' | 'apiKey'>

export interface SetUpDeps extends Pick<DescribedAdapters, 'offerFeeds'> {
  readonly secrets: Secrets
  readonly publicUrl: string
}

/** A wall as the owner set it up. */
export const adminWallView = (
  { secrets, publicUrl }: Pick<SetUpDeps, 'secrets' | 'publicUrl'>,
  wall: WallRow,
): AdminWall => {
  const { postbackQuery } = presetOf(wall)
  const address = postbackAddress(publicUrl, wall.slug)
  return {
    _id: wall.id,
    ...fieldsOf(wall),
    secretSet: secretOf(secrets, wall) !== '',
    apiKeySet: wall.api_key_sealed !== '',
    postbackUrl: postbackQuery === '' ? address : `${address}?${postbackQuery}`,
  }
}

const fieldsOf = (wall: WallRow): OpenFields => ({
  preset: wall.preset,
  slug: wall.slug,
  name: wall.name,
  conditions: wall.conditions,
  frameUrl: wall.frame_url,
  keys: wall.keys,
  allowedIps: wall.allowed_ips,
  refuseOtherIps: wall.refuse_other_ips,
  unitsPerAmount: plainDecimal(wall.units_per_amount),
  shareBasisPoints: wall.share_basis_points,
  maxReward: wall.max_reward,
  holdAbove: wall.hold_above,
  holdDays: wall.hold_days,
  countries: wall.countries,
  minLevel: wall.min_level,
  rules: wall.rules,
  offersByApi: wall.offers_by_api,
  offerApiUrl: wall.offer_api_url,
  supportEmail: wall.support_email,
  enabled: wall.enabled,
  position: wall.position,
})

const columnsOf = (fields: OpenFields) => ({
  preset: fields.preset,
  slug: fields.slug,
  name: fields.name,
  conditions: fields.conditions,
  frame_url: fields.frameUrl,
  keys: JSON.stringify(fields.keys),
  allowed_ips: fields.allowedIps.map((range) => range.trim()),
  refuse_other_ips: fields.refuseOtherIps,
  units_per_amount: fields.unitsPerAmount,
  share_basis_points: fields.shareBasisPoints,
  max_reward: fields.maxReward,
  hold_above: fields.holdAbove,
  hold_days: fields.holdDays,
  countries: fields.countries,
  min_level: fields.minLevel,
  rules: JSON.stringify(fields.rules),
  offers_by_api: fields.offersByApi,
  offer_api_url: fields.offerApiUrl,
  support_email: fields.supportEmail,
  enabled: fields.enabled,
  position: fields.position,
})

type WallChangeContext = Pick<WriteContext, 'tx' | 'now'>

/** A change with what stood before, for the audit log; secrets are in neither. */
export interface Changed {
  readonly wall: AdminWall
  readonly before: OpenFields | undefined
  readonly after: OpenFields
  readonly secret: ReturnType<typeof keyAfter>
}

/** Adds a wall. */
export const addWall = async (deps: SetUpDeps, { tx, now }: WallChangeContext, given: Fields): Promise<Changed> => {
  const { secret, apiKey, ...fields } = given
  refuseRules(fields, { secret, publicUrl: deps.publicUrl })
  refuseOfferApi(deps, fields, apiKey !== '')
  const id = newId()
  const sealed = secret === '' ? '' : deps.secrets.seal(secret)
  await tx
    .insertInto('offerwalls')
    .values({
      id,
      ...columnsOf(fields),
      secret_sealed: sealed,
      api_key_sealed: apiKey === '' ? '' : deps.secrets.seal(apiKey),
      created_at: now,
    })
    .execute()
    .catch(refuseSlug)
  const after = await findWall(tx, id)
  return {
    wall: adminWallView(deps, after),
    before: undefined,
    after: fieldsOf(after),
    secret: secret === '' ? 'kept' : 'replaced',
  }
}

interface Edit {
  readonly id: string
  readonly changes: Partial<Fields>
}

/**
 * Changes a wall; what was credited before stays as it was. An empty secret keeps the stored one, unless the wall
 * becomes another one.
 */
export const editWall = async (
  deps: SetUpDeps,
  { tx, now, caller }: WallChangeContext & Pick<WriteContext, 'caller'>,
  { id, changes }: Edit,
): Promise<Changed> => {
  const row = await findWall(tx, id)
  const before = fieldsOf(row)
  const { secret = '', apiKey = '', ...fields } = changes
  const after = { ...before, ...fields }
  const isMoved = after.preset !== before.preset || hostOf(after) !== hostOf(before)
  const key = keyAfter({ caller, now, stored: row.secret_sealed, typed: secret, isMoved })
  const isApiMoved = after.preset !== before.preset || apiHostOf(after) !== apiHostOf(before)
  const apiChange = keyAfter({ caller, now, stored: row.api_key_sealed, typed: apiKey, isMoved: isApiMoved })
  const apiSealed = apiChange === 'kept' ? row.api_key_sealed : apiKey === '' ? '' : deps.secrets.seal(apiKey)
  refuseOfferApi(deps, after, apiSealed !== '')
  const known = key === 'kept' ? secretOf(deps.secrets, row) : secret
  refuseRules(after, { secret: known, publicUrl: deps.publicUrl })
  const sealed = key === 'kept' ? row.secret_sealed : secret === '' ? '' : deps.secrets.seal(secret)
  await tx
    .updateTable('offerwalls')
    .set({ ...columnsOf(after), secret_sealed: sealed, api_key_sealed: apiSealed })
    .where('id', '=', id)
    .execute()
    .catch(refuseSlug)
  const changed = await findWall(tx, id)
  return { wall: adminWallView(deps, changed), before, after: fieldsOf(changed), secret: key }
}

/** Where a wall's frame goes, with what the secret proves of its user; a text where that is no address. */
const hostOf = ({ frameUrl, keys }: OpenFields): string => URL.parse(fillAddress(frameUrl, keys))?.origin ?? frameUrl

/** Where the key of the API goes. */
const apiHostOf = ({ offerApiUrl }: OpenFields): string => URL.parse(offerApiUrl)?.origin ?? offerApiUrl

/** Removes a wall that never credited anything, with the calls that it got. */
export const deleteWall = async (tx: Tx, id: string): Promise<OpenFields> => {
  const row = await findWall(tx, id)
  const used = await tx.selectFrom('offers').select('id').where('wall_id', '=', id).limit(1).executeTakeFirst()
  if (used !== undefined) {
    refuse('conflict', 'WALL_USED', say('owner.offerwall.offerwallCreditedRewardsDeleted'))
  }
  await tx.deleteFrom('postbacks').where('wall_id', '=', id).execute()
  await tx.deleteFrom('reward_reports').where('wall_id', '=', id).execute()
  await tx.deleteFrom('offer_clicks').where('wall_id', '=', id).execute()
  await tx.deleteFrom('offer_reversals').where('wall_id', '=', id).execute()
  await tx.deleteFrom('offerwalls').where('id', '=', id).execute()
  return fieldsOf(row)
}

const UNIQUE_VIOLATION = '23505'

const refuseSlug = (error: unknown): never => {
  if (databaseError(error)?.code === UNIQUE_VIOLATION) {
    refuseField('slug', 'SLUG_TAKEN', say('owner.offerwall.anotherOfferwallAlreadyUses'))
  }
  throw error
}
