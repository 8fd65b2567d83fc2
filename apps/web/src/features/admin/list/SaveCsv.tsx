import { t } from '@lingui/core/macro'
import { EXPORT_ROWS_MAX } from '@runnel/contract/admin/export'
import type { CalledRoute } from '@runnel/contract/route'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#api/download.ts'
import { Button } from '#ui/Button.tsx'
import { formatNumber } from '#ui/format.ts'
import { toastSuccess } from '#ui/overlay/toast.ts'

interface SaveCsvProps {
  route: CalledRoute
  params?: Readonly<Record<string, string>> | undefined
  query: Readonly<Record<string, unknown>>
  total: number | undefined
}

/** Keeps the rows that the filter leaves as a file, all pages of them. */
export const SaveCsv = ({ route, params, query, total = 0 }: SaveCsvProps) => {
  const saving = useMutation({
    mutationFn: () => saveFile({ route, ...(params && { params }), query, filename: 'list.csv' }),
    onSuccess: () => {
      const most = formatNumber(EXPORT_ROWS_MAX)
      if (total <= EXPORT_ROWS_MAX) return
      toastSuccess(
        t({
          id: 'admin.list.csvCut',
          message: `The file contains the first ${most} rows. Narrow the filters to export others.`,
        }),
      )
    },
  })
  return (
    <Button
      size="small"
      variant="quiet"
      icon={<IconDownload aria-hidden="true" />}
      busy={saving.isPending}
      disabled={total === 0}
      onClick={() => saving.mutate()}
    >
      {t({ id: 'admin.keys.csv', message: 'Export CSV' })}
    </Button>
  )
}
