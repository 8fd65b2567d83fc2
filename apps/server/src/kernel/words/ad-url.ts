import { AD_URL_MAX, type AdUrlProblem } from '@runnel/contract/ad-url'
import { say, type Words } from '#kernel/words/say.ts'

/** What is wrong with an advertised address. */
export const adUrlSentences: Readonly<Record<AdUrlProblem, Words>> = {
  'not-an-address': say('adUrl.notAnAddress'),
  'too-long': say('adUrl.tooLong', { most: AD_URL_MAX }),
  'not-https': say('adUrl.notHttps'),
  credentials: say('adUrl.credentials'),
  port: say('adUrl.port'),
  host: say('adUrl.host'),
  'own-site': say('adUrl.ownSite'),
  'not-youtube': say('adUrl.notYoutube'),
  'not-video': say('adUrl.notVideo'),
}
