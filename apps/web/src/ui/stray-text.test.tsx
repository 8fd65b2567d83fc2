import { i18n } from '@lingui/core'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { activateLocale } from '#locales/locale.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { PasswordInput } from '#ui/form/PasswordInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { toastError, toastSuccess } from '#ui/overlay/toast.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { ErrorState } from '#ui/state/ErrorState.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { Table } from '#ui/table/Table.tsx'
import { strayText } from '#web/test/stray-text.ts'
import { Amount } from './Amount.tsx'
import { BalancePill } from './BalancePill.tsx'
import { CopyButton } from './copy/CopyButton.tsx'
import { PageHeader } from './PageHeader.tsx'
import { SkipLink } from './SkipLink.tsx'
import { Stepper } from './Stepper.tsx'

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
