// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const features = `${import.meta.dirname}/../features`
const isSource = (name: string) => /[.]tsx?$/.test(name) && !/[.]test[.]/.test(name)
const sources = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(isSource)
const importing = sources.filter((name) => /styles\/admin[.]css'/.test(readFileSync(`${features}/${name}`, 'utf8')))

test("every page of the owner's loads its styles, and no page of a user's does", () => {
  const pages = sources.filter((name) => /^admin\/([\w-]+\/)?\w+Page[.]tsx$/.test(name))
  expect(pages.length).toBeGreaterThan(2)
  // The page that shows the parts to developers shows those of the owner's pages too.
  expect(importing.toSorted()).toEqual([...pages, 'main/DevUiPage.tsx'].toSorted())
})
