import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { confirm, type Question } from '#ui/overlay/confirm.ts'

interface RemovalOptions<Row> {
  /** Such as `admin.calls.removeChallenge`. */
  remove: (call: { params: { id: string } }) => Promise<unknown>
  question: (row: Row) => Partial<Question> & Pick<Question, 'title' | 'text'>
  onSettled: () => void
}

export type Removal<Row> = ReturnType<typeof useRemoval<Row & { _id: string }>>

/** Deletes a row once that was confirmed. */
export const useRemoval = <Row extends { _id: string }>({ remove, question, onSettled }: RemovalOptions<Row>) => {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: string) => remove({ params: { id } }),
    onSettled,
  })
  const ask = async (row: Row): Promise<void> => {
    const isSure = await confirm({
      confirmLabel: t({ id: 'admin.kit.delete', message: 'Delete' }),
      danger: true,
      ...question(row),
    })
    if (isSure) mutate(row._id)
  }
  return { ask, busyId: isPending ? variables : undefined }
}
