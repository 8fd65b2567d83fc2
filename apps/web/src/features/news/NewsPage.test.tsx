import type { NewsItem } from '@runnel/contract/news'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { idOf } from '#web/test/samples.ts'
import { NewsPage } from './NewsPage.tsx'

const reading = 'POST /api/news/read'
let server: FakeServer

const item = (digit: number, changes: Partial<NewsItem> = {}): NewsItem => ({
  _id: idOf(digit),
  title: `Title ${digit}`,
  html: '<p>Some <strong>words</strong></p>',
  pinned: false,
  publishedAt: '2026-05-04T10:00:00.000Z',
  unread: false,
  ...changes,
})

beforeEach(() => {
  const items = [item(1, { pinned: true }), item(2, { unread: true })]
  server = fakeServer({
    'GET /api/news': () => ({ items, totalItems: 2, unread: 1 }),
    [reading]: () => ({ unread: 0 }),
  })
})

test('shows what is new, and reading it marks it as read while the mark stays to be seen', async () => {
  show(<NewsPage />)
  await screen.findByRole('heading', { name: 'Title 2' })
  expect(screen.getByText('Pinned')).toBeTruthy()
  await waitFor(() => expect(server.sentTo(reading)).toHaveLength(1))
  expect(screen.getAllByText('New')).toHaveLength(1)
  expect(server.sentTo('GET /api/news')).toHaveLength(1)
})

test('nothing is marked when nothing is new', async () => {
  server.answers['GET /api/news'] = () => ({ items: [item(1)], totalItems: 1, unread: 0 })
  show(<NewsPage />)
  await screen.findByText('Title 1')
  expect(server.sentTo(reading)).toHaveLength(0)
})

test('without news it says so, and a failure can be tried again', async () => {
  server.answers['GET /api/news'] = () => ({ items: [], totalItems: 0, unread: 0 })
  const { unmount } = show(<NewsPage />)
  await screen.findByText('No news yet')
  unmount()
  server = fakeServer({ 'GET /api/news': () => refuse(500, { code: 'OOPS', msg: 'Broken.' }) })
  show(<NewsPage />)
  await screen.findByRole('button', { name: 'Try again' })
})
