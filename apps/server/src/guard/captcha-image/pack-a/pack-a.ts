import type { Pack } from '#guard/captcha-image/pack.ts'
import { blue } from './blue.ts'
import { brown } from './brown.ts'
import { green } from './green.ts'
import { grey } from './grey.ts'
import { purple } from './purple.ts'
import { red } from './red.ts'
import { yellow } from './yellow.ts'

/** The public starter pack. A site that pays real money should draw its own and keep it private. */
export const packA: Pack = { name: 'pack-a', groups: [yellow, red, green, blue, purple, brown, grey] }
