import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { silence } from '#api/silent.ts'
import { QueryError } from '#base/Loaded.tsx'
import { task as tasks } from '#features/task/calls.ts'
import { Prose } from '#ui/Prose.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'

/** Drawn and cleaned by the server, exactly as workers get it. */
const previewOf = (instructions: string) => {
  const call = { body: { instructions } }
  return queryOptions({
    queryKey: tasks.keyOf('preview', call),
    queryFn: ({ signal }) => tasks.calls.preview({ ...call, signal: silence(signal) }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}

/** Instructions as workers read them. */
export const Preview = ({ markdown }: { markdown: string }) => {
  const query = useQuery(previewOf(markdown))
  const { data, error, isFetching } = query
  if (error) return <QueryError query={query} />
  return (
    <div className="min-h-52 rounded-m border border-line bg-paper p-4" aria-busy={isFetching}>
      {data ? <Prose html={data.html} /> : <SkeletonText />}
    </div>
  )
}
