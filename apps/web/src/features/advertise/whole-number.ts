/** A whole number that somebody typed, '1000' or '1,000'; null for what is none. */
export const wholeNumber = (text: string): number | null => {
  const trimmed = text.trim()
  if (!/^(\d+|\d{1,3}([\s,.'’]\d{3})+)$/u.test(trimmed)) return null
  const digits = trimmed.replaceAll(/\D/g, '')
  return digits.length <= 9 ? Number(digits) : null
}
