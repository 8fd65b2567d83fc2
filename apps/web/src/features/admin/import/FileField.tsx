import { t } from '@lingui/core/macro'
import { CSV_BYTES_MAX } from '@runnel/contract/constants'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useId, useRef, type DragEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { formatNumber } from '#ui/format.ts'
import { toastError } from '#ui/overlay/toast.ts'

interface FileFieldProps {
  file: File | null
  error: string | undefined
  onFile: (file: File) => void
}

/** A file of users, chosen by a button or dropped here. */
export const FileField = ({ file, error, onFile }: FileFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > CSV_BYTES_MAX)
      return toastError(t({ id: 'import.file.large', message: 'Use a file up to 10 MB.' }))
    onFile(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }
  const kilobytes = formatNumber(Math.ceil((file?.size ?? 0) / 1_000))
  return (
    <div
      className="grid gap-2 rounded-m border border-line p-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<IconFileTypeCsv aria-hidden="true" />}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onClick={() => input.current?.click()}
        >
          {file === null
            ? t({ id: 'import.file', message: 'Select CSV file' })
            : t({ id: 'import.file.other', message: 'Select another file' })}
        </Button>
        <p className="min-w-0 break-all" role="status">
          {file === null ? (
            <span className="text-muted">{t({ id: 'import.file.drop', message: 'or drop it here' })}</span>
          ) : (
            t({ id: 'import.file.size', message: `${{ name: file.name }} (${kilobytes} kB)` })
          )}
        </p>
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        hidden
        aria-label={t({ id: 'import.file', message: 'Select CSV file' })}
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          // The same file again, after it was mended, is a change too.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
