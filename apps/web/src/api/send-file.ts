import { formOf, type PageRequest } from '@runnel/contract/client'

interface SendFileInput {
  request: PageRequest
  file: Blob
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
}

/** What `fetch` cannot do: it sends a file and tells how much of it is on its way. It fails as `fetch` does. */
export const sendFile = ({ request, file, headers, signal }: SendFileInput): Promise<Response> => {
  const { route, path, onProgress } = request
  const carrier = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    const stop = () => carrier.abort()
    const over = () => signal.removeEventListener('abort', stop)
    carrier.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    })
    carrier.addEventListener('load', () => resolve(answerOf(carrier)))
    carrier.addEventListener('error', () => reject(new TypeError('Failed to send')))
    carrier.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    carrier.addEventListener('loadend', over)
    carrier.open(route.method, path)
    for (const [name, value] of Object.entries(headers)) carrier.setRequestHeader(name, value)
    signal.addEventListener('abort', stop)
    if (signal.aborted) reject(new DOMException('aborted', 'AbortError'))
    else carrier.send(formOf(file))
  })
}

const answerOf = ({ status, responseText }: XMLHttpRequest): Response =>
  new Response(status === 204 ? null : responseText, { status })
