import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { userEvent } from '#web/test/user.ts'
import { pageNumbers, Pagination } from './Pagination.tsx'
import { Table, type Column } from './Table.tsx'

interface Row {
  _id: string
  name: string
  amount: number
}

const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', cell: (row) => row.name, role: 'head' },
  { key: 'amount', header: 'Amount', cell: (row) => row.amount, sortable: true, align: 'end' },
]
const rows: Row[] = [
  { _id: '1', name: 'alice', amount: 30 },
  { _id: '2', name: 'bob', amount: 45 },
]
const shared = { caption: 'Claims', columns, rowKey: (row: Row) => row._id }

test('reads as a table, and each cell knows its name for the phone', () => {
  render(<Table {...shared} rows={rows} />)
  const table = screen.getByRole('table', { name: 'Claims' })
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(screen.getByRole('cell', { name: '45' }).dataset['label']).toBe('Amount')
})

test('a sortable header reports, first descending, then turned round', async () => {
  const onSort = vi.fn()
  const { rerender } = render(<Table {...shared} rows={rows} onSort={onSort} />)
  await userEvent.click(screen.getByRole('button', { name: /Amount/ }))
  expect(onSort).toHaveBeenLastCalledWith({ key: 'amount', direction: 'descending' })
  rerender(<Table {...shared} rows={rows} sort={{ key: 'amount', direction: 'descending' }} onSort={onSort} />)
  expect(screen.getByRole('columnheader', { name: /Amount/ }).getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: /Amount/ }))
  expect(onSort).toHaveBeenLastCalledWith({ key: 'amount', direction: 'ascending' })
  expect(screen.queryByRole('button', { name: /Name/ })).toBeNull()
})

test('a phone sorts by a select', async () => {
  const onSort = vi.fn()
  render(<Table {...shared} rows={rows} onSort={onSort} />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'amount ascending')
  expect(onSort).toHaveBeenLastCalledWith({ key: 'amount', direction: 'ascending' })
})

test('shows the empty state only when nothing is on its way', () => {
  const empty = <p>No claims yet</p>
  const { rerender } = render(<Table {...shared} rows={[]} loadingRows={3} empty={empty} />)
  expect(screen.queryByText('No claims yet')).toBeNull()
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  rerender(<Table {...shared} rows={[]} empty={empty} />)
  expect(screen.getByText('No claims yet')).toBeTruthy()
})

test('paging says where one is and goes to the neighbours', async () => {
  const onPage = vi.fn()
  render(<Pagination page={2} limit={10} totalItems={45} onPage={onPage} />)
  expect(screen.getByText('11–20 of 45')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(onPage).toHaveBeenLastCalledWith(3)
  await userEvent.click(screen.getByRole('button', { name: 'Page 5' }))
  expect(onPage).toHaveBeenLastCalledWith(5)
})

test('one page needs no paging', () => {
  const { container } = render(<Pagination page={1} limit={10} totalItems={10} onPage={vi.fn()} />)
  expect(container.textContent).toBe('')
})

test.each([
  [1, 1, ['1']],
  [1, 3, ['1', '2', '3']],
  [5, 9, ['1', '…', '4', '5', '6', '…', '9']],
  [4, 9, ['1', '2', '3', '4', '5', '…', '9']],
  [9, 9, ['1', '…', '8', '9']],
])('page %i of %i shows the right numbers', (page, pages, shown) => {
  expect(pageNumbers({ page, pages }).map(({ number }) => (number === null ? '…' : String(number)))).toEqual(shown)
})
