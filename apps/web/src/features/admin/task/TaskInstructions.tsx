import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#api/failure.ts'
import { Preview, task } from '#features/task/task.ts'
import { ErrorState } from '#ui/state/ErrorState.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'

/** What a task asks for, as it stands now. */
export function TaskInstructions({ taskId }: { taskId: string }) {
  const { data, error, isFetching, refetch } = useQuery(task.query('ownTask', { params: { id: taskId } }))
  if (!data && error) {
    return (
      <ErrorState busy={isFetching} onRetry={() => void refetch()}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  return data ? <Preview markdown={data.task.instructions} /> : <SkeletonText />
}
