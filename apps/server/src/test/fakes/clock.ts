/** A clock that stands still until a test turns it. */
export const createTestClock = () => {
  let moment = new Date('2026-03-10T09:00:00.000Z')
  return {
    now: () => moment,
    set: (iso: string) => void (moment = new Date(iso)),
    turn: (seconds: number) => void (moment = new Date(moment.getTime() + seconds * 1_000)),
  }
}

export type TestClock = ReturnType<typeof createTestClock>
