import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { CallError } from '#api/send.ts'
import { useRoute } from '#base/route.ts'
import { storeToken } from '#base/store.ts'
import { me } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { WallPage } from './WallPage.tsx'

const id = '01900000-0000-7000-8000-00000000000a'
const wall = {
  _id: id,
  name: 'Otter Offers',
  preset: 'family',
  conditions: '',
  holdAbove: 0,
  holdDays: 3,
  page: 'frame',
}

const openPage = (answer: unknown) =>
  showPage(<WallPage />, {
    'GET /api/offerwall/{id}': () => answer,
    'GET /api/user/me': () => me(),
  })

beforeEach(() => {
  storeToken('token')
  const views = { Layout: () => null, PageView: () => null }
  const pathname = `/app/offerwall/${id}`
  useRoute.setState({ shown: { path: '/app/offerwall/{id}', pathname, params: { id }, query: {}, ...views } })
})

test('shows the wall in a frame that cannot take the page along, and can open it by itself', async () => {
  const { sent } = openPage({ wall, url: 'https://wall.example/?user=u1', pollfish: null })
  const frame = await screen.findByTitle('Otter Offers offers')
  expect(sent('GET /api/offerwall/{id}').map(({ path }) => path)).toEqual([`/api/offerwall/${id}`])
  expect(frame.getAttribute('src')).toBe('https://wall.example/?user=u1')
  expect(frame.getAttribute('sandbox')?.split(' ').toSorted()).toEqual([
    'allow-forms',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-same-origin',
    'allow-scripts',
  ])
  expect(frame.getAttribute('allow')).toBe('')
  const own = screen.getByRole('link', { name: /new tab/ })
  expect(own.getAttribute('href')).toBe('https://wall.example/?user=u1')
  expect(own.getAttribute('rel')).toBe('noopener')
  expect(screen.getByText('Rewards are on hold for 3 days.')).toBeTruthy()
})

test.each(['http://wall.example/', 'javascript:alert(1)', `${window.location.origin}/app`, ''])(
  'never frames "%s"',
  async (url) => {
    openPage({ wall, url, pollfish: null })
    await screen.findByText('This offerwall can’t be displayed')
    expect(document.querySelector('iframe')).toBeNull()
    expect(screen.queryByRole('link', { name: /new tab/ })).toBeNull()
  },
)

test('surveys lead to their own page', async () => {
  openPage({ wall: { ...wall, page: 'pollfish' }, url: '', pollfish: null })
  const link = await screen.findByRole('link', { name: 'Open surveys' })
  expect(link.getAttribute('href')).toBe(`/app/offerwall/pollfish?id=${id}`)
})

test('a wall that is gone says so', async () => {
  openPage(new CallError(500, { code: 'BROKEN', msg: 'Offerwall not found.' }))
  await screen.findByText('Offerwall not found.')
  expect(screen.getByRole('link', { name: 'All offerwalls' })).toBeTruthy()
})
