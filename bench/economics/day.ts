import { defaults } from '@runnel/contract/settings/settings'
import { faucetBudget } from '@runnel/server/src/features/faucet/budget.ts'
import type { Db } from '@runnel/server/src/kernel/db.ts'

export const [NEW, KNOWN, TRUSTED] = [0, 1, 2] as const
export const reward = defaults.faucet_reward

/**
 * Claims one after the other until the server has no room, or all are made: the rule is the server's own. Whoever has
 * something kept takes that first.
 */
export const TAKE_SQL = `
CREATE FUNCTION bench_take(p_trust integer, p_nets text[], p_users uuid[], p_amount bigint, p_budget bigint,
  p_reserves integer[], p_percent integer, p_at timestamptz, OUT paid integer, OUT reason text) LANGUAGE plpgsql AS $$
DECLARE
  v_reserves integer[] := faucet_reserves(p_reserves, p_amount, p_budget, p_at);
  v_is_full boolean := false;
BEGIN
  paid := 0;
  FOR place IN 1..cardinality(p_nets) LOOP
    EXIT WHEN v_is_full AND p_users[place] IS NULL;
    IF p_users[place] IS NOT NULL AND faucet_kept_take(p_users[place], p_trust, p_nets[place],
        p_amount, p_budget, p_percent, p_at) THEN
      paid := paid + 1;
      CONTINUE;
    END IF;
    CONTINUE WHEN v_is_full;
    reason := (faucet_room(p_trust, p_nets[place], p_amount, p_budget, v_reserves, p_percent, p_at)).reason;
    IF reason IS NULL THEN
      PERFORM faucet_budget_take(p_trust, p_nets[place], p_amount, p_budget, v_reserves, p_percent, p_at);
      paid := paid + 1;
    ELSE
      v_is_full := true;
    END IF;
  END LOOP;
END $$`

interface Claims {
  readonly trust: number
  readonly nets: readonly string[]
  /** Whose they are, where something may be kept for them. */
  readonly users?: readonly string[]
  readonly at: number
}

/** A day of the site by its default settings, of which nothing was claimed yet. */
export const openDay = async (db: Db) => {
  await db.raw('TRUNCATE faucet_hours, faucet_networks')
  const { reserves, networkPercent, dayMax } = faucetBudget(defaults, { net: '' })
  const take = async ({ trust, nets, users = [], at }: Claims): Promise<{ paid: number; reason: string | null }> => {
    const terms = [trust, nets, users, reward, dayMax, [...reserves], networkPercent, new Date(DAY + at * 1_000)]
    const [row] = await db.raw('SELECT paid, reason FROM bench_take($1, $2, $3, $4, $5, $6, $7, $8)', terms)
    return { paid: Number(row?.['paid']), reason: row?.['reason'] === null ? null : String(row?.['reason']) }
  }
  /** In pieces, as a statement has half a minute. */
  const beside = async (farm: Omit<Claims, 'at'>, claims: readonly OneClaim[]): Promise<Map<number, number>> => {
    const paid = new Map<number, number>()
    for (let from = 0; from < claims.length; from += PIECE) {
      const some = claims.slice(from, from + PIECE)
      const rows = await db.raw('SELECT trust, paid FROM bench_beside($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
        farm.trust,
        farm.nets,
        some.map(({ trust }) => trust),
        some.map(({ net }) => net),
        some.map(({ user }) => user),
        some.map(({ at }) => new Date(DAY + at * 1_000)),
        reward,
        dayMax,
        [...reserves],
        networkPercent,
      ])
      for (const row of rows) {
        const trust = Number(row['trust'])
        paid.set(trust, (paid.get(trust) ?? 0) + Number(row['paid']))
      }
    }
    return paid
  }
  return { take, beside }
}
const PIECE = 50

/** A claim of a member at a second of the day. */
export interface OneClaim {
  readonly trust: number
  readonly net: string
  readonly user: string
  readonly at: number
}
export type Day = Awaited<ReturnType<typeof openDay>>

export const DAY = Date.parse('2026-12-01T00:00:00.000Z')
export const DAY_SECONDS = 86_400

export interface Farm {
  readonly accounts: number
  readonly isOneNetwork: boolean
  readonly trust: number
}

export const netsOf = ({ accounts, isOneNetwork }: Farm): string[] =>
  Array.from({ length: accounts }, (_, index) => (isOneNetwork ? 'farm' : `farm ${index}`))

/**
 * A day on which a farm takes all the room that it finds before each claim of a member, the worst order there is: how
 * many of these claims are paid, by trust. Nobody tries again later.
 */
export const BESIDE_SQL = `
CREATE FUNCTION bench_beside(p_farm_trust integer, p_farm_nets text[], p_trusts integer[], p_nets text[],
  p_users uuid[], p_at timestamptz[], p_amount bigint, p_budget bigint, p_reserves integer[], p_percent integer)
RETURNS TABLE (trust integer, paid bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_nobody uuid[] := '{}';
  v_paid bigint[] := '{0,0,0}';
BEGIN
  FOR place IN 1..cardinality(p_at) LOOP
    PERFORM bench_take(p_farm_trust, p_farm_nets, v_nobody, p_amount, p_budget, p_reserves, p_percent, p_at[place]);
    v_paid[p_trusts[place] + 1] := v_paid[p_trusts[place] + 1] + (bench_take(p_trusts[place], ARRAY[p_nets[place]],
      ARRAY[p_users[place]], p_amount, p_budget, p_reserves, p_percent, p_at[place])).paid;
  END LOOP;
  RETURN QUERY SELECT n - 1, v_paid[n] FROM generate_series(1, 3) n;
END $$`
