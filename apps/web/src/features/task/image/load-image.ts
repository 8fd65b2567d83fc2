import { queryOptions } from '@tanstack/react-query'
import { silence } from '#api/silent.ts'
import { task } from '#features/task/calls.ts'

/** Which image of which submission. */
export interface ImagePlace {
  submissionId: string
  imageId: string
}

const minute = 60_000

/** A proof image. No address opens it, so it is fetched with the token and shown out of memory. */
export const imageOf = ({ submissionId, imageId }: ImagePlace) => {
  const params = { id: submissionId, imageId }
  return queryOptions({
    queryKey: task.keyOf('image', { params }),
    queryFn: async ({ signal }) => {
      const { type, bytes } = await task.calls.image({ params, signal: silence(signal) })
      // The bytes come out of an answer, whose memory nobody shares.
      return asDataUrl(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
    },
    staleTime: Infinity,
    gcTime: 5 * minute,
  })
}

const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('The image could not be read.')))
    reader.readAsDataURL(blob)
  })
