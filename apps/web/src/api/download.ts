import { fillPath, queryText, type PageRequest } from '@runnel/contract/client'
import type { CalledRoute } from '@runnel/contract/route'
import { pageTimer } from '#ui/timer/page-timer.ts'
import { applyFailureActions } from './failure.ts'
import { reach } from './send.ts'

interface Download {
  route: CalledRoute
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  /** What the file is called where the server names none. */
  filename: string
  /** Told now and then how many bytes have come; nobody knows beforehand how many there will be. */
  onProgress?: (bytes: number) => void
}

/** Fetches a file with the session's token, which a plain link could not carry, and hands it to the browser to keep. */
export const saveFile = async ({ route, params = {}, query = {}, filename, onProgress }: Download): Promise<void> => {
  const path = fillPath(route.path, params) + queryText(query)
  const accept = route.kind === 'download' ? 'application/json' : 'text/csv'
  const request: PageRequest = { route, path, headers: { accept }, body: undefined, signal: undefined }
  try {
    const response = await reach(request)
    const named = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    downloadBlob(await blobOf(response, onProgress), named ?? filename)
  } catch (error) {
    applyFailureActions(error, request)
    throw error
  }
}

const blobOf = async (response: Response, onProgress: Download['onProgress']): Promise<Blob> => {
  if (!onProgress || !response.body) return response.blob()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    bytes += part.value.length
    onProgress(bytes)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

/** Hands something to the browser to keep as a file. */
export const downloadBlob = (blob: Blob, filename: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = filename
  link.click()
  // The browser has begun to save by then.
  pageTimer(() => URL.revokeObjectURL(link.href), 10_000)
}
