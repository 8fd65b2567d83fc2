import { fillPath } from '@runnel/contract/client'
import type { Request } from '@runnel/contract/client'
import { task as contract } from '@runnel/contract/task'
import { queryOptions } from '@tanstack/react-query'
import { withFailures } from '#api/failure.ts'
import { hush } from '#api/quiet.ts'
import { reach } from '#api/send.ts'
import { task } from './calls.ts'

/** Which image of which submission. */
export interface ImagePlace {
  submissionId: string
  imageId: string
}

const minute = 60_000

/** A proof image. No address opens it, so it is fetched with the token and shown out of memory. */
export function imageOf({ submissionId, imageId }: ImagePlace) {
  const params = { id: submissionId, imageId }
  return queryOptions({
    queryKey: task.keyOf('image', { params }),
    queryFn: async ({ signal }) => {
      const path = fillPath(contract.image.path, params)
      const headers = { accept: 'image/*' }
      return load({ route: contract.image, path, headers, body: undefined, signal: hush(signal) }) as Promise<string>
    },
    staleTime: Infinity,
    gcTime: 5 * minute,
  })
}

/** Whatever a refusal demands is done as for every other call. */
const load = withFailures(async (request: Request) => asDataUrl(await (await reach(request)).blob()))

function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('The image could not be read.')))
    reader.readAsDataURL(blob)
  })
}
