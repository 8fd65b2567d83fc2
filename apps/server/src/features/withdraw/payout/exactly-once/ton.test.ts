import { testEveryFault } from '#test/features/fault-rounds.ts'
import { openTonStand } from '#test/features/ton-stand.ts'
import { openHanded } from '#test/features/withdrawing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: openHanded })

// Its virtual machine computes: a short limit would cut off what it does, not what a fault does.
testEveryFault(world, { name: 'ton', open: () => openTonStand(world, 1_000), fewest: 150 })
