import { i18n } from '@lingui/core'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { activateLocale } from '#locales/locale.ts'
import { strayText } from '#web/test/stray-text.ts'
import { Amount } from './Amount.tsx'
import { BalancePill } from './BalancePill.tsx'
import { confirm } from './confirm.ts'
import { ConfirmHost } from './ConfirmHost.tsx'
import { CopyButton } from './CopyButton.tsx'
import { ErrorState } from './ErrorState.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { PageHeader } from './PageHeader.tsx'
import { Pagination } from './Pagination.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { SkeletonText } from './Skeleton.tsx'
import { SkipLink } from './SkipLink.tsx'
import { Stepper } from './Stepper.tsx'
import { Table } from './Table.tsx'
import { TextInput } from './TextInput.tsx'
import { toastError, toastSuccess } from './toast.ts'
import { ToastRegion } from './ToastRegion.tsx'

beforeEach(async () => {
  await activateLocale('pseudo')
})
afterEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

test('no part of the kit has words of its own outside the catalogue', async () => {
  const { baseElement } = render(
    <>
      <SkipLink />
      <Amount units={1250} show="both" />
      <BalancePill units={12} />
      <CopyButton text="x" />
      <ErrorState onRetry={vi.fn()} />
      <ErrorSummary errors={{ a: '⟦x⟧' }} />
      <PageHeader title="⟦x⟧" crumbs={[{ key: 'a', link: '⟦x⟧' }]} />
      <Pagination page={2} limit={10} totalItems={90} onPage={vi.fn()} />
      <PasswordInput label="⟦x⟧" />
      <TextInput label="⟦x⟧" optional />
      <SkeletonText />
      <Stepper
        label="⟦x⟧"
        current={1}
        steps={[
          { key: 'a', label: '⟦x⟧' },
          { key: 'b', label: '⟦x⟧' },
        ]}
      />
      <Table
        caption="⟦x⟧"
        columns={[{ key: 'a', header: '⟦x⟧', cell: () => '⟦x⟧', sortable: true }]}
        rows={['a']}
        rowKey={(row) => row}
        onSort={vi.fn()}
      />
      <ToastRegion />
      <ConfirmHost />
    </>,
  )
  act(() => {
    toastError('⟦x⟧')
    toastSuccess('⟦x⟧')
    void confirm({ title: '⟦x⟧', confirmLabel: '⟦x⟧' })
  })
  expect(strayText(baseElement)).toEqual([])
})

test('stray words are found in text and in what is only spoken', () => {
  const page = document.createElement('div')
  page.innerHTML = '<p>⟦Ĥí <b>alice</b> ţĥéŕé⟧ 12</p><button title="Close">⟦ŵ⟧</button><p>Forgotten <i>words</i></p>'
  expect(strayText(page)).toEqual(['Forgotten words', 'Close'])
})
