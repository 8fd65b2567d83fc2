import { readFileSync } from 'node:fs'
import { type Answer, startProvider } from './provider.ts'

/** The answer that a vendor's fixture holds. */
export const offersPrinted = (api: string): string => {
  const file = new URL(`../fixtures/offers/${api}.json`, import.meta.url)
  // The fixture's own test holds its shape.
  return (JSON.parse(readFileSync(file, 'utf8')) as { answer: string }).answer
}

/** Vendors' APIs of offers, each at a path by its name; they answer what their fixtures hold, or what is set. */
export const startOfferFeeds = async () => {
  const answers = new Map<string, Answer>()
  const provider = await startProvider(({ path }) => {
    const [, api = ''] = path.split('/')
    return answers.get(api) ?? { status: 200, body: offersPrinted(api) }
  })
  return { ...provider, answers }
}
