import { testEveryFault } from '#test/features/fault-rounds.ts'
import { openTonStand } from '#test/features/ton-stand.ts'
import { openHanded } from '#test/features/withdrawing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: openHanded })

testEveryFault(world, { name: 'ton', open: () => openTonStand(world), fewest: 125 })
