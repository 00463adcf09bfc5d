import type { Endpoint } from '#contract/platform/endpoint.ts'
import { ApiError, type CallOptions, request } from './call.ts'

const maxAttempts = 2
/** Some browsers read the file a while after the click. */
const revokeDelayMs = 60_000

interface DownloadOptions<E> extends Pick<CallOptions<E>, 'query' | 'signal'> {
  /** Used without a `Content-Disposition`. */
  fallbackName?: string
  onProgress?: (bytes: number) => void
}

/** Parses `filename="…"` and RFC 5987's `filename*=UTF-8''…`, without folders. */
function parseFileName(disposition: string | null, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const quoted = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  const name = encoded === undefined ? quoted : tryDecode(encoded)
  return name?.split(/[\\/]/).pop()?.trim() || fallback
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

async function readBody(
  response: Response,
  signal: AbortSignal | undefined,
  onProgress: (bytes: number) => void,
): Promise<Blob | null> {
  const chunks: BlobPart[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      chunks.push(next.value)
      bytes += next.value.length
      onProgress(bytes)
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (error instanceof TypeError) return null
    throw error
  }
  return new Blob(chunks, { type: response.headers.get('Content-Type') ?? 'text/csv' })
}

/** Lets the browser save a file that is there already. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelayMs)
}

/**
 * Saves a CSV and returns its file name. A broken download is retried once and never saved in part. Throws
 * `ApiError` for every refusal and failure, and the signal's reason after an abort.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  { query, signal, fallbackName = `${endpoint.name}.csv`, onProgress = () => {} }: DownloadOptions<E> = {},
): Promise<string> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const response = await request(endpoint, { query, signal })
    const file = await readBody(response, signal, onProgress)
    if (file === null) continue
    const name = parseFileName(response.headers.get('Content-Disposition'), fallbackName)
    saveFile(file, name)
    return name
  }
  throw new ApiError('unavailable')
}
