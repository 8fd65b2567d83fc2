import { seededId } from '@runnel/server/src/test/claims.ts'
import type { Samples } from './admin-calls.ts'

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** What the filters look for: things that this site has. */
export const samples: Samples = {
  texts: {
    '*': 'user12',
    search: 'user12',
    username: 'user12',
    country: 'DE',
    currency: 'DOGE',
    minLevel: '5',
    scoreFrom: '40',
    minScore: '40',
    referrer: 'user7',
    actor: 'user0',
    action: 'user.',
    target: seededId(7),
    reason: 'quick-solver',
    net: '10.0.7.0/24',
    network: '10.0.7.0/24',
    device: seededId(7),
    user: 'user7',
    userId: seededId(7),
    id: seededId(7),
    ids: seededId(7),
    wall: seededId(1),
    wallId: seededId(1),
    batchId: seededId(1),
    txId: 'tx7',
    minAccounts: '3',
    provider: seededId(1),
    from: day(-20),
    to: day(0),
    joinedFrom: day(-20),
    joinedTo: day(0),
    content: 'Ad 12',
    url: 'https://example.com/12',
    address: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
    // A name, the beginning of many that stand far down in the order, and that of all.
    'admin.users search': ['user12', 'user1', 'user'],
    // Somebody of whom there is such a row.
    'task.disputed username': 'user101',
    'admin.suspects search': 'user112',
    'admin.appeals username': 'user101',
    'admin.chargeBacks username': 'user40',
    'admin.coupons search': 'CODE-12',
    'admin.news search': 'News 12',
    'task.ownTasks search': 'Task 123',
    'task.ownTasks username': 'user12',
  },
  ids: {
    user: seededId(7),
    'admin.couponUses': seededId(1),
    'admin.importDetail': seededId(1),
    'admin.suspect': seededId(49),
  },
  always: { 'task.ownTasks': { isByAdmin: 'true' } },
}
