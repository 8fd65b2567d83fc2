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
  return { take }
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
