/** One thing that the site promises, with what was measured. */
export interface Bar {
  readonly bar: string
  readonly goal: string
  readonly measured: string
  readonly held: boolean
}

export const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

/** Milliseconds of processor time, however busy the machine is. */
export const processorMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
