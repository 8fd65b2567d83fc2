import { expect } from 'vitest'
import { createSolana } from '#adapters/payout/solana/solana.ts'
import { tokenAccountOf } from '#adapters/payout/solana/transaction.ts'
import { scaled } from '#money/amount.ts'
import { OWNER, OWNER_KEY, OWNER_USDC, USDC, walletOf } from '#test/fakes/solana-accounts.ts'
import { startSolana } from '#test/fakes/solana.ts'
import { type FaultStand, SOME_STEPS_BESIDE, testEveryFault } from '#test/features/fault-rounds.ts'
import { openHanded } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: openHanded })

const open = async (): Promise<FaultStand> => {
  const chain = await startSolana(world.clock.now)
  chain.give(OWNER, 1_000_000_000_000n)
  chain.setTokens({ account: OWNER_USDC, owner: OWNER, mint: USDC, amount: 10n ** 15n })
  await world.settings({ payout_solana_url: chain.url, payout_solana_key: OWNER_KEY })
  let times = 0
  return {
    provider: chain,
    processors: { solana: createSolana({ http: localHttp() }) },
    method: { processor: 'solana', currency: 'USDC-SOLANA', decimals: 6, options: { createAccounts: true } },
    places: (round) => [walletOf(2 * round), walletOf(2 * round + 1)],
    paidTo: async (address, receives) => {
      const one = scaled(receives) / 10n ** 12n
      const held = chain.tokensOf(tokenAccountOf(address, USDC))
      expect(held % one).toBe(0n)
      return Number(held / one)
    },
    // In turn what is sent becomes final, and what is not has expired and is signed again.
    goOn: () => {
      times += 1
      chain.mine(times % 2 === 0 ? 40 : 200)
    },
    isCertain: true,
    close: chain.close,
  }
}

testEveryFault(world, { name: 'solana', open, fewest: 120, beside: SOME_STEPS_BESIDE })
