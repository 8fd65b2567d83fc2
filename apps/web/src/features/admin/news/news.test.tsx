import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { localText } from '#features/admin/shared/local-time.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import type { AdminNews } from './news.ts'
import { NewsPage } from './NewsPage.tsx'

const removing = 'POST /api/admin/news/remove'
let server: FakeServer

const known: AdminNews = {
  _id: '01900000-0000-7000-8000-000000000001',
  title: 'Hello',
  markdown: 'Some **words**',
  html: '<p>Some <strong>words</strong></p>',
  pinned: false,
  publishedAt: '2026-05-01T10:00:30.500Z',
  automatic: false,
}

beforeEach(() => {
  server = fakeServer({
    'GET /api/admin/news': () => ({
      items: [
        known,
        { ...known, _id: known._id.replace(/1$/, '2'), title: 'Later', publishedAt: '2099-01-01T00:00:00.000Z' },
      ],
      totalItems: 2,
    }),
    'POST /api/admin/news': () => ({ news: known }),
    'PATCH /api/admin/news/{id}': () => ({ news: known }),
    'DELETE /api/admin/news/{id}': () => ({}),
    [removing]: () => ({ msg: 'Deleted: 2.' }),
    'POST /api/admin/content/preview': () => ({ title: 'News', html: '<p>Drawn by the server</p>', markdown: '' }),
  })
})

const open = async () => {
  show(
    <>
      <NewsPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('button', { name: 'Edit Hello' })
  return userEvent.setup()
}

test('news is written beside its preview, and published at once', async () => {
  const user = await open()
  expect(screen.getByText('Scheduled', { ignore: 'option' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New post' }))
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Good news')
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Twice the reward')
  await screen.findByText('Drawn by the server')
  await waitFor(() => {
    const markdown = server.sentTo('POST /api/admin/content/preview').at(-1)?.body
    expect(markdown).toMatchObject({ markdown: '# News\n\nTwice the reward' })
  })
  await user.click(screen.getByRole('button', { name: 'Publish now' }))
  await waitFor(() => expect(server.sentTo('POST /api/admin/news')).toHaveLength(1))
  const [request] = server.sentTo('POST /api/admin/news')
  expect(request?.body).toMatchObject({ title: 'Good news', markdown: 'Twice the reward', pinned: false })
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  await screen.findByRole('button', { name: 'Edit Hello' })
})

test('an edit leaves the moment alone that nobody touched', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Edit Hello' }))
  expect(screen.getByLabelText(/^Publish date/)).toHaveProperty('value', localText(known.publishedAt))
  await user.click(screen.getByRole('switch', { name: 'Pin to top' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo('PATCH /api/admin/news/{id}')).toHaveLength(1))
  expect(server.sentTo('PATCH /api/admin/news/{id}')[0]?.body).toEqual({ pinned: true })
})

test('an empty title is never sent', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'New post' }))
  await user.click(screen.getByRole('button', { name: 'Publish now' }))
  expect(await screen.findAllByText('This is required.')).toHaveLength(2)
  expect(server.sentTo('POST /api/admin/news')).toHaveLength(0)
})

test('news is removed once that was confirmed', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Delete Hello' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.sentTo('DELETE /api/admin/news/{id}')).toHaveLength(1))
})

test('several news are removed together, after a question that names them', async () => {
  const user = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete 2 posts?' }))
  expect(question.getByText(/^Hello, Later\. /)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.sentTo(removing)).toHaveLength(1))
  expect(server.sentTo(removing)[0]?.body).toEqual({ ids: [known._id, known._id.replace(/1$/, '2')] })
})

test('what narrows the news stands in the address and in the file', async () => {
  window.history.replaceState(null, '', '/app/admin/news')
  const user = await open()
  await user.selectOptions(screen.getByLabelText('Author'), 'System')
  expect(window.location.search).toBe('?by=site')
})

test('a list that failed can be tried again', async () => {
  server.answers['GET /api/admin/news'] = () => refuse(500, { code: 'OOPS', msg: 'Broken.' })
  show(<NewsPage />)
  await screen.findByRole('button', { name: 'Try again' })
})
