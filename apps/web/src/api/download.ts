import { fillPath, queryText } from '@runnel/contract/client'
import type { Request } from '@runnel/contract/client'
import type { Route } from '@runnel/contract/route'
import { obey } from './failure.ts'
import { reach } from './send.ts'

interface Download {
  route: Route
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  /** What the file is called where the server names none. */
  filename: string
}

/** Fetches a file with the session's token, which a plain link could not carry, and hands it to the browser to keep. */
export async function saveFile({ route, params = {}, query = {}, filename }: Download): Promise<void> {
  const path = fillPath(route.path, params) + queryText(query)
  const request: Request = { route, path, headers: { accept: 'text/csv' }, body: undefined, signal: undefined }
  try {
    const response = await reach(request)
    const named = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    keep(await response.blob(), named ?? filename)
  } catch (error) {
    obey(error, request)
    throw error
  }
}

function keep(blob: Blob, filename: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = filename
  link.click()
  // The browser has begun to save by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
