import { LinkApi } from '@runnel/contract/admin/link'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import type { ShortlinkProvider } from '#adapters/shortlink/shortlink.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { LinkProviderRow } from '#kernel/tables/earning.ts'

/** What links depends on. */
export interface LinkDeps extends Pick<DescribedAdapters, 'shortener'> {
  readonly secrets: Secrets
  readonly publicUrl: string
  readonly clock: Clock
}

export type ProviderRow = Selectable<LinkProviderRow>

/** A provider as it is called, with its key readable. */
export const callable = (row: Pick<ProviderRow, 'api' | 'api_url' | 'api_key_sealed'>, secrets: LinkDeps['secrets']) =>
  ({
    api: z.parse(LinkApi, row.api),
    apiUrl: row.api_url,
    apiKey: row.api_key_sealed === '' ? '' : (secrets.open(row.api_key_sealed) ?? ''),
  }) satisfies ShortlinkProvider

/** Where a visit comes back to. */
export const returnAddress = (publicUrl: string, secret: string): string =>
  new URL(`/app/link/${secret}`, publicUrl).href
