import { OidcProvider } from '@runnel/contract/account/oidc'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import type { WriteAccess } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { emailKey } from './email.ts'
import { notifyAndMail } from './notify.ts'

/** Names of providers, as they write them. */
export const providerNames = { google: 'Google', telegram: 'Telegram' } as const satisfies Record<OidcProvider, string>

/** Where the accounts of a provider are kept; the label is what its user knows one by. */
export const providerTables = {
  google: { table: 'google_accounts', label: 'email' },
  telegram: { table: 'telegram_accounts', label: 'name' },
} as const satisfies Record<OidcProvider, { table: string; label: string }>

/** A provider as the owner set it up; undefined while nobody can sign in by it. */
export const providerSetup = (settings: Settings, provider: OidcProvider) => {
  const issuer = settings[`${provider}_issuer`]
  const clientId = settings[`${provider}_client_id`]
  const clientSecret = settings[`${provider}_client_secret`]
  return clientId === '' || clientSecret === '' ? undefined : { provider, issuer, clientId, clientSecret }
}

/** The account at a provider that is linked to an account here. */
export const providerAccount = async (db: Read | Tx, provider: OidcProvider, userId: string) => {
  const { table, label } = providerTables[provider]
  return db
    .selectFrom(table)
    .select(['issuer', 'subject', 'linked_at'])
    .select(sql.ref<string>(label).as('label'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Takes a provider off an account; gives what it was linked to. */
export const detachProvider = async (tx: Tx, provider: OidcProvider, userId: string): Promise<string | undefined> => {
  const { table, label } = providerTables[provider]
  const gone = await tx
    .deleteFrom(table)
    .where('user_id', '=', userId)
    .returning(sql.ref<string>(label).as('label'))
    .executeTakeFirst()
  return gone?.label
}

/** Takes all of them off an account whose owner may not be who put them there. */
export const detachProviders = async (tx: Tx, userId: string): Promise<void> => {
  for (const provider of OidcProvider.options) await detachProvider(tx, provider, userId)
}

interface ProviderChange {
  readonly userId: string
  readonly provider: OidcProvider
  readonly label: string
  readonly change: 'linked' | 'unlinked'
  readonly now: Date
}

/** Tells a user, by mail too, that there is one way in more or less. */
export const notifyProviderChange = (
  context: Pick<WriteAccess, 'tx' | 'enqueue'>,
  { userId, provider, label, change, now }: ProviderChange,
): Promise<void> =>
  provider === 'google'
    ? notifyAndMail(context, { userId, kind: `google-${change}`, values: { email: label }, now })
    : notifyAndMail(context, { userId, kind: `telegram-${change}`, values: { name: label }, now })

interface Recovered {
  readonly id: string
  readonly email: string
  readonly email_verified_at: Date | null
}

/**
 * Who reads the mail has taken the account back: from whoever had it before, a way in by another mailbox at Google goes
 * with the sessions, and one by Telegram, which nothing ties to the mailbox. Where nobody had proved the mailbox until
 * now, any of Google may be of whoever only claimed it.
 */
export const detachUntrusted = async (
  context: Pick<WriteAccess, 'tx' | 'enqueue'> & { readonly now: Date },
  user: Recovered,
): Promise<void> => {
  const { tx, now } = context
  for (const provider of OidcProvider.options) {
    const linked = await providerAccount(tx, provider, user.id)
    if (linked === undefined) continue
    const isSameMailbox = provider === 'google' && emailKey(linked.label) === emailKey(user.email)
    if (isSameMailbox && user.email_verified_at !== null) continue
    await detachProvider(tx, provider, user.id)
    await notifyProviderChange(context, { userId: user.id, provider, label: linked.label, change: 'unlinked', now })
  }
}

/** All that are linked to an account. */
export const providerAccounts = async (db: Read | Tx, userId: string) => ({
  google: await providerAccount(db, 'google', userId),
  telegram: await providerAccount(db, 'telegram', userId),
})

/** The one by which an account can sign in and be proved; a provider that the site no longer asks is none. */
export const usableProvider = (
  settings: Settings,
  linked: Readonly<Record<OidcProvider, { readonly issuer: string } | undefined>>,
): OidcProvider | undefined =>
  OidcProvider.options.find((provider) => {
    const account = linked[provider]
    return account !== undefined && account.issuer === providerSetup(settings, provider)?.issuer.replace(/\/+$/, '')
  })

/**
 * Refuses to have taken off the last way to sign in. To be called with the user's row held: of two ways that are taken
 * off at once, each would believe that the other is left.
 */
export const refuseWithoutWay = async (tx: Tx, settings: Settings, userId: string): Promise<void> => {
  const { password_hash: password } = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (password !== null) return
  const passkey = await tx.selectFrom('passkeys').select('id').where('user_id', '=', userId).executeTakeFirst()
  if (passkey !== undefined) return
  if (usableProvider(settings, await providerAccounts(tx, userId)) !== undefined) return
  refuse('conflict', 'LAST_SIGN_IN_METHOD', say('passkey.lastWay'))
}
