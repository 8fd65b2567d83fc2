import { t } from '@lingui/core/macro'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatNumber } from '#ui/format.ts'

interface PaginationProps {
  page: number
  limit: number
  totalItems: number
  /** There are more than were counted. */
  isFull?: boolean
  onPage: (page: number) => void
  /** What is paged, when a page has more than one list. */
  label?: string
}

/** 'Page 2 of 7' with its neighbours; silent where one page holds everything. */
export const Pagination = ({ page, limit, totalItems, isFull = false, onPage, label }: PaginationProps) => {
  const pages = Math.max(1, Math.ceil(totalItems / limit))
  if (pages === 1) return null
  const first = formatNumber((page - 1) * limit + 1)
  const last = formatNumber(Math.min(page * limit, totalItems))
  const total = isFull ? `${formatNumber(totalItems)}+` : formatNumber(totalItems)
  return (
    <nav className="pages" aria-label={label ?? t({ id: 'ui.pages', message: 'Pagination' })}>
      <p className="figures" aria-live="polite">
        {t({ id: 'ui.pages.range', message: `${first}–${last} of ${total}` })}
      </p>
      <ul>
        <li>
          <button
            type="button"
            className="page-number"
            disabled={page <= 1}
            aria-label={t({ id: 'ui.pages.previous', message: 'Previous page' })}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft aria-hidden="true" />
          </button>
        </li>
        {pageNumbers({ page, pages }).map((entry) => (
          <li key={entry.key} className={entry.near ? undefined : 'max-sm:hidden'}>
            {entry.number === null ? <Gap /> : <PageButton {...{ number: entry.number, page, onPage }} />}
          </li>
        ))}
        <li>
          <button
            type="button"
            className="page-number"
            disabled={page >= pages}
            aria-label={t({ id: 'ui.pages.next', message: 'Next page' })}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight aria-hidden="true" />
          </button>
        </li>
      </ul>
    </nav>
  )
}

const Gap = () => <span aria-hidden="true">…</span>

const PageButton = ({ number, page, onPage }: { number: number; page: number; onPage: (page: number) => void }) => {
  const shown = formatNumber(number)
  return (
    <button
      type="button"
      className="page-number"
      aria-current={number === page ? 'page' : undefined}
      aria-label={t({ id: 'ui.pages.page', message: `Page ${shown}` })}
      onClick={() => onPage(number)}
    >
      {shown}
    </button>
  )
}

interface PageEntry {
  key: string
  /** `null` is a gap. */
  number: number | null
  /** Also shown on a phone. */
  near: boolean
}

/** First, last, the current page and its neighbours; gaps between. */
export const pageNumbers = ({ page, pages }: { page: number; pages: number }): PageEntry[] => {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  const numbers = [...new Set(wanted)].sort((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const entry = { key: String(number), number, near: number === page }
    const before = numbers[index - 1]
    if (before === undefined || number - before === 1) return [entry]
    if (number - before === 2) return [{ key: String(number - 1), number: number - 1, near: false }, entry]
    return [{ key: `gap-${number}`, number: null, near: false }, entry]
  })
}
