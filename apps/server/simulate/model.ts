/** What the simulator works out by itself from what it did, apart from the site's own code. */
export const createModel = () => {
  /** What each person must have been paid by the faucet so far, in ten-thousandths of a unit, and what they were. */
  const claims = new Map<string, { promised: bigint; paid: bigint }>()
  return {
    claims,
    /** Of whom nobody knows whether a claim was made, as the site was cut off meanwhile. */
    unsure: new Set<string>(),
    claim: (made: { person: string; reward: number; base: number; percent: number; happyPercent: number }): void => {
      const known = claims.get(made.person) ?? { promised: 0n, paid: 0n }
      const promised = BigInt(made.base) * BigInt(100 + made.percent) * BigInt(100 + made.happyPercent)
      claims.set(made.person, { promised: known.promised + promised, paid: known.paid + BigInt(made.reward) })
    },
  }
}
