import { createHmac, type KeyObject } from 'node:crypto'

/**
 * A little program for the page: it builds elements, counts, measures and removes them, and its result must ride in
 * `x-bd`. Policy forbids a page to run text as script, so the page interprets these few words on its real DOM, while
 * the server knows the result without any. A program that only speaks HTTP has to be taught all of it first.
 *
 * `s7` begins with 7; `n5` adds five elements and counts all; `r2` takes the last two away and counts; `q3` counts
 * every third; `t9` gives the first one nine letters and measures the text; `w40.6` makes the last one 40 px wide with
 * 6 px of padding and measures its outer width. Each number is mixed in as `31 · sum + number`, modulo 2^32.
 */
export const createBrowserChallenge = (
  secret: string | Buffer | KeyObject,
  challengeId: string,
): { program: string; value: number } => {
  const bytes = createHmac('sha256', secret).update(`instrument|${challengeId}`).digest()
  const start = bytes.readUInt16LE(0)
  const words = [`s${start}`]
  let sum = start
  let count = 0
  const mix = (word: string, value: number): void => {
    words.push(word)
    sum = (Math.imul(sum, 31) + value) >>> 0
  }
  const grow = (byte: number): void => {
    const more = 2 + (byte % 9)
    count += more
    mix(`n${more}`, count)
  }
  grow(bytes.readUInt8(2))
  for (const byte of bytes.subarray(3, 9)) {
    const number = byte >> 3
    switch (byte % 5) {
      case 0: {
        grow(number)
        break
      }
      case 1: {
        const fewer = Math.min(count - 1, 1 + (number % 4))
        count -= fewer
        mix(`r${fewer}`, count)
        break
      }
      case 2: {
        const nth = 2 + (number % 4)
        mix(`q${nth}`, Math.floor(count / nth))
        break
      }
      case 3: {
        mix(`t${number + 1}`, number + 1)
        break
      }
      default: {
        const width = 20 + number
        const padding = 1 + (number % 7)
        mix(`w${width}.${padding}`, width + 2 * padding)
      }
    }
  }
  return { program: words.join(';'), value: sum }
}
