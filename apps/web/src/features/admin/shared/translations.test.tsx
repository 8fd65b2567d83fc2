import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, show } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { settings } from './example.ts'
import { Translations } from './Translations.tsx'

const path = '/api/admin/text/{kind}/{subject}'
const written = { locale: 'es', title: '', text: 'Preguntas', updatedAt: '2026-05-01T10:00:30.500Z' } as const

test('a text is written in each language by itself, and an empty one shows the main text', async () => {
  const server = fakeServer({
    'GET /api/admin/setting': () => settings,
    [`GET ${path}`]: () => ({ texts: [written] }),
    [`POST ${path}/{locale}`]: () => ({
      texts: [written, { ...written, locale: 'ru', text: 'Вопросы' }],
      msg: 'Saved.',
    }),
  })
  show(<Translations kind="page" subject="faq" />)
  const user = userEvent.setup()
  await user.click(screen.getByText('Other languages'))
  expect(await screen.findByText('Translated: Español')).toBeTruthy()
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('combobox', { name: 'Language' }))
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose('Español')
  const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  expect(text().value).toBe('Preguntas')
  await choose('Русский')
  expect(text().value).toBe('')
  await user.type(text(), 'Вопросы')
  await user.click(screen.getByRole('button', { name: 'Save translation' }))
  await waitFor(() =>
    expect(server.sentTo(`POST ${path}/{locale}`)[0]).toMatchObject({ body: { title: '', text: 'Вопросы' } }),
  )
  expect(await screen.findByText('Translated: Español, Русский')).toBeTruthy()
})
