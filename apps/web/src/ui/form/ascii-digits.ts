/** Digits of Arabic, Persian and Hindi, as their keyboards type them, become those of ASCII. */
export const asciiDigits = (text: string): string =>
  text.replaceAll(/[٠-٩۰-۹०-९]/g, (digit) => {
    const code = digit.charCodeAt(0)
    // The zero of Hindi is U+0966; those of the others end in 0.
    return String((code < 0x966 ? code : code - 6) % 16)
  })
