import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CallError } from '#api/send.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { findQuestions, questionGroups } from './faq-parts.ts'
import { FaqPage } from './FaqPage.tsx'

const html = [
  '<h2>The faucet</h2>',
  '<h3>How often may I claim?</h3><p>Every five minutes.</p><p>The <a href="/app/faucet">faucet</a> shows it.</p>',
  '<h3>What do levels do?</h3><p>One percent each.</p>',
  '<h2>Money</h2>',
  '<h3>When am I paid?</h3><ul><li>Most payouts leave within the hour.</li></ul>',
].join('\n')
const faq = { title: 'Asked often', html, updatedAt: '2026-05-05T10:00:00.000Z' }

test('takes the text apart at its headings', () => {
  const groups = questionGroups(html)
  expect(groups.map(({ title }) => title)).toEqual(['The faucet', 'Money'])
  expect(groups[0]?.questions.map(({ title }) => title)).toEqual(['How often may I claim?', 'What do levels do?'])
  expect(groups[1]?.questions[0]?.html).toContain('<li>Most payouts')
})

test('a text of another shape keeps all its words', () => {
  const groups = questionGroups('<p>Ask us.</p><h2>Money</h2><p>We pay.</p><h2>Money</h2><p>Really.</p>')
  expect(groups.map(({ questions }) => questions.map((question) => question.html).join(''))).toEqual([
    '<p>Ask us.</p>',
    '<p>We pay.</p>',
    '<p>Really.</p>',
  ])
  expect(new Set(groups.map(({ id }) => id)).size).toBe(3)
})

test('finds the questions that hold every word, in the answer too', () => {
  const groups = questionGroups(html)
  const found = (words: string) =>
    findQuestions(groups, words).flatMap(({ questions }) => questions.map((q) => q.title))
  expect(found('HOUR payouts')).toEqual(['When am I paid?'])
  expect(found('five levels')).toEqual([])
  expect(found(' ')).toHaveLength(3)
})

test('searching opens the answers and says when there are none', async () => {
  const user = userEvent.setup()
  const { container, sent } = showPage(<FaqPage />, { 'GET /api/content/{name}': () => faq })
  expect(await screen.findByRole('heading', { level: 1, name: 'Asked often' })).toBeTruthy()
  expect(sent('GET /api/content/{name}').map(({ path }) => path)).toEqual(['/api/content/faq'])
  expect(container.querySelectorAll('details[open]')).toHaveLength(0)
  const search = screen.getByRole('searchbox', { name: 'Search questions' })
  await user.type(search, 'percent')
  expect(container.querySelectorAll('details')).toHaveLength(1)
  expect(container.querySelectorAll('details[open]')).toHaveLength(1)
  await user.type(search, ' zebra')
  expect(screen.getByText('No matching questions')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(container.querySelectorAll('details')).toHaveLength(3)
})

test('a failed load tells why and can be repeated', async () => {
  let fails = true
  const user = userEvent.setup()
  showPage(<FaqPage />, { 'GET /api/content/{name}': () => (fails ? new CallError(500, null) : faq) })
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await user.click(again)
  expect(await screen.findByText('When am I paid?')).toBeTruthy()
})
