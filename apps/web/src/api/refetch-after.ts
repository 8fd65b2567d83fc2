const longestMs = 3_600_000
const marginMs = 1_500

/** For `refetchInterval`: a moment after something ends there is something new; at the latest in an hour. */
export const refetchAfter = (iso: string | null | undefined): number => {
  if (!iso) return longestMs
  const aheadMs = Date.parse(iso) - Date.now() + marginMs
  // With a browser's clock that runs ahead it would be asked all the time.
  return Math.min(Math.max(aheadMs, 30_000), longestMs)
}
