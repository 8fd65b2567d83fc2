import { render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from '#web/test/user.ts'
import { Select } from './Select.tsx'

const options = [
  { label: 'Bitcoin', value: 'BTC' },
  { label: 'Bitcoin Cash', value: 'BCH', disabled: true },
  { label: 'Litecoin', value: 'LTC' },
]

const Single = ({ start = '' }: { start?: string }) => {
  const [value, setValue] = useState(start)
  return (
    <form aria-label="form">
      <Select
        label="Currency"
        name="currency"
        options={options}
        value={value}
        onChange={setValue}
        error="Select one."
      />
    </form>
  )
}

const Several = () => {
  const [value, setValue] = useState<string[]>(['LTC'])
  return (
    <form aria-label="form">
      <Select label="Currencies" name="currencies" multiple options={options} value={value} onChange={setValue} />
    </form>
  )
}

const sent = (): [string, string][] => {
  const form = screen.getByRole<HTMLFormElement>('form')
  return [...new FormData(form)].map(([name, value]) => [name, String(value)])
}

test('is found by its label and says its error', async () => {
  render(<Single />)
  const input = await screen.findByRole('combobox', { name: 'Currency', description: 'Select one.' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('typing narrows the list and Enter chooses what the arrow reached', async () => {
  const user = userEvent.setup()
  render(<Single />)
  const input = await screen.findByRole<HTMLInputElement>('combobox')
  await user.type(input, 'lite')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Litecoin'])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(input.value).toBe('Litecoin')
  expect(sent()).toEqual([['currency', 'LTC']])
})

test('a disabled option cannot be chosen', async () => {
  const user = userEvent.setup()
  render(<Single />)
  await user.click(await screen.findByRole('combobox'))
  await user.click(screen.getByRole('option', { name: 'Bitcoin Cash' }))
  expect(sent()).toEqual([])
})

test('leaving half a word behind keeps the choice', async () => {
  const user = userEvent.setup()
  render(<Single start="BTC" />)
  const input = await screen.findByRole<HTMLInputElement>('combobox')
  await user.clear(input)
  await user.type(input, 'zzz')
  expect(screen.getByRole('status').textContent).toBe('No results')
  await user.tab()
  await waitFor(() => expect(input.value).toBe('Bitcoin'))
  expect(sent()).toEqual([['currency', 'BTC']])
})

test('several stay open, and each can be taken away again', async () => {
  const user = userEvent.setup()
  render(<Several />)
  await user.click(await screen.findByRole('combobox'))
  await user.click(screen.getByRole('option', { name: 'Bitcoin' }))
  expect(screen.getByRole('option', { name: 'Bitcoin' }).getAttribute('aria-selected')).toBe('true')
  expect(sent().map(([, value]) => value)).toEqual(['LTC', 'BTC'])
  await user.click(screen.getByRole('button', { name: 'Remove Litecoin' }))
  expect(sent().map(([, value]) => value)).toEqual(['BTC'])
  await user.click(screen.getByRole('combobox'))
  await user.keyboard('{Backspace}')
  expect(sent()).toEqual([])
})

test('not filterable is the platform select', async () => {
  const user = userEvent.setup()
  const Plain = () => {
    const [value, setValue] = useState('BTC')
    return <Select label="Plain" filterable={false} options={options} value={value} onChange={setValue} />
  }
  render(<Plain />)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Plain' })
  expect(select.tagName).toBe('SELECT')
  await user.selectOptions(select, 'LTC')
  expect(select.value).toBe('LTC')
})
