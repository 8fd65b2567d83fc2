import { readFileSync } from 'node:fs'
import { settingGuards } from '@runnel/contract/settings/guards'
import { expect, test } from 'vitest'

const meanings = {
  free: 'nothing',
  proof: 'the password, always',
  loosens: 'the password, always; a looser value waits for the second admin',
  bounded: 'the password over the bound; a large raise waits for the second admin',
  priced: 'the password over the bound; more than doubled or halved in a day waits for the second admin',
} as const

test('the handbook lists every setting by its guard', () => {
  const handbook = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8')
  for (const [kind, meaning] of Object.entries(meanings)) {
    const names = Object.entries(settingGuards).flatMap(([name, guard]) => (guard.kind === kind ? [`\`${name}\``] : []))
    expect(handbook).toContain(`| ${meaning} | ${names.join(', ')} |`)
  }
})
