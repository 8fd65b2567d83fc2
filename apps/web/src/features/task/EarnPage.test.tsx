import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { EarnPage } from './EarnPage.tsx'
import { category, owner, task } from './example.ts'

const list = 'GET /api/task/'
let server: FakeServer

beforeEach(() => {
  window.history.replaceState(null, '', '/app/task/earn')
  useRoute.setState({ shown: null })
  server = fakeServer({ [list]: () => ({ items: [task()], totalItems: 24, categories: [category] }) })
})

test('a task shows what it pays a minute and how its owner treats people', async () => {
  show(<EarnPage />)
  await screen.findByText('Take a picture')
  for (const words of ['+4,000 units', '800 units/min', '12 slots left', '4% denied', 'reviews within 2 hours']) {
    expect(screen.getByText(words)).toBeDefined()
  }
  expect(screen.getByText('Lost 1 of 6 disputes')).toBeDefined()
  expect(screen.queryByText('Often denies unfairly')).toBeNull()
  expect(screen.getByRole('link', { name: /Take a picture/ }).getAttribute('href')).toBe(`/app/task/${task()._id}`)
})

test('an owner who is often wrong is shown as such', async () => {
  server.answers[list] = () => ({ items: [task({ owner: owner({ unfair: true }) })], totalItems: 1, categories: [] })
  show(<EarnPage />)
  await screen.findByText('Often denies unfairly')
})

test('order, category and page stand in the address', async () => {
  const user = userEvent.setup()
  show(<EarnPage />)
  await screen.findByText('Take a picture')
  expect(server.sentTo(list)[0]?.path).toBe('/api/task/?orderBy=reward&page=1&limit=10')
  await user.click(screen.getByRole('radio', { name: 'Reward per minute' }))
  expect(window.location.search).toBe('?orderBy=perMinute')
  await user.selectOptions(screen.getByLabelText('Category'), 'Apps (3)')
  expect(window.location.search).toContain(`categoryId=${category._id}`)
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(window.location.search).toContain('page=3')
})

test('nothing to do says what may be done instead', async () => {
  server.answers[list] = () => ({ items: [], totalItems: 0, categories: [] })
  show(<EarnPage />)
  await screen.findByText('No tasks available')
  expect(screen.getByRole('link', { name: 'Create a task' })).toBeDefined()
})

test('a list that does not come says why and can be asked for again', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<EarnPage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = () => ({ items: [task()], totalItems: 1, categories: [] })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Take a picture')
})
