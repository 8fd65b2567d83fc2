/** A round number at or above the longest bar, whose half is whole too. */
export const scaleTop = (highest: number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, highest))))
  return ([2, 4, 6, 8].find((times) => times * step >= highest) ?? 10) * step
}
