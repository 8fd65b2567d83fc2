import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, show } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import type { FieldLook } from './fields.ts'
import { FilterBar } from './FilterBar.tsx'
import { day, listAt, words } from './url-state.ts'

const list = listAt(() => '/app/admin/users', { name: words(20), country: words(2), from: day, to: day }, null)
const looks = {
  name: { kind: 'words', label: 'Name' },
  country: { kind: 'words', label: 'Country' },
  from: { kind: 'day', label: 'From' },
  to: { kind: 'day', label: 'Until' },
} as const satisfies Record<string, FieldLook>
const nothingSet = { name: undefined, country: undefined, from: undefined, to: undefined }

test('a phone shows two filters, and the others behind a button that says how many of them are set', async () => {
  fakeServer({})
  const user = userEvent.setup()
  const filter = { ...nothingSet, name: 'ann', to: '2026-11-20' }
  show(<FilterBar list={list} filter={filter} fields={looks} total={1} />)
  const button = screen.getByRole('button', { name: 'More filters (1)', expanded: false })
  const folded = document.getElementById(button.getAttribute('aria-controls') ?? '')
  expect([...(folded?.querySelectorAll('label') ?? [])].map((label) => label.textContent)).toEqual(['From', 'Until'])
  expect(folded?.className).toContain('max-sm:hidden')
  await user.tab()
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(folded?.className).not.toContain('max-sm:hidden')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText('From'))
})

test('three filters need no button, and one that has none set says no number', () => {
  fakeServer({})
  const { to: _gone, ...three } = looks
  const short = show(<FilterBar list={list} filter={nothingSet} fields={three} total={1} />)
  expect(screen.queryByRole('button', { name: /filters/ })).toBeNull()
  short.unmount()
  show(<FilterBar list={list} filter={nothingSet} fields={looks} total={1} />)
  expect(screen.getByRole('button', { name: 'More filters' })).toBeDefined()
})
