import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { inspectFile } from '#server/platform/files/file-content.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { FetchError, getCauseCode, toStorageError } from './fetch-error.ts'
import { describeErrorBody } from './resources.ts'
import { createStatusError } from './status-error.ts'

interface DownloadOptions {
  token: string
  path: string
  signal: AbortSignal | undefined
  now: () => Date
}

/** Limits silence, not duration: a large report may take long. */
const idleTimeoutMs = 60_000
const maxErrorBytes = 64 * 1024

/**
 * The file appears under its name only when all of it is there: as many bytes as were announced, a complete gzip stream
 * and a last line. Not with `fetch`, which unpacks what it receives and then takes half a gzip stream for a whole one.
 * @returns the bytes of the file
 * @throws {FetchError} and the signal's reason
 */
export async function downloadFile(url: URL, options: DownloadOptions): Promise<number> {
  const { path, signal } = options
  const partPath = `${path}.part`
  try {
    const response = await requestFile(url, options)
    await writeBody(response, partPath, signal)
    await inspectFile({ path: partPath })
    const bytes = await syncFile(partPath)
    await rename(partPath, path)
    return bytes
  } catch (error) {
    await rm(partPath, { force: true })
    signal?.throwIfAborted()
    throw toFetchError(error)
  }
}

async function requestFile(url: URL, { token, signal, now }: DownloadOptions): Promise<IncomingMessage> {
  const target = new URL(url)
  target.searchParams.set('alt', 'media')
  const request = (target.protocol === 'http:' ? requestPlain : requestSecure)(target, {
    headers: {
      Authorization: `Bearer ${token}`,
      'Accept-Encoding': 'gzip',
      // Google compresses only for clients that say so here as well.
      'User-Agent': 'hookline (gzip)',
    },
    timeout: idleTimeoutMs,
    ...(signal && { signal }),
  })
  request.once('timeout', () => request.destroy(new FetchError('unavailable', 'YouTube stopped answering')))
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).on('error', reject).end()
  })
  const { statusCode = 0, headers } = response
  if (statusCode === 200) return response
  const body = await readErrorBody(response)
  throw createStatusError(statusCode, describeErrorBody(body), headers['retry-after'], now())
}

/** @returns undefined when it is not JSON */
async function readErrorBody(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxErrorBytes) break
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

async function writeBody(
  response: IncomingMessage,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isCompressed = response.headers['content-encoding'] === 'gzip'
  const announcedBytes = Number(response.headers['content-length'] ?? Number.NaN)
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  const file = createWriteStream(path, { mode: 0o600 })
  const options = { signal }
  if (isCompressed) await pipeline(response, file, options)
  else await pipeline(response, createGzip(), file, options)
  if (announcedBytes !== bytes && !Number.isNaN(announcedBytes))
    throw new FetchError('incomplete', `the download ended after ${bytes} of ${announcedBytes} bytes`)
}

/** @returns its bytes, which are on the disk then */
async function syncFile(path: string): Promise<number> {
  await using file = await open(path, 'r+')
  await file.sync()
  return (await file.stat()).size
}

function toFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error
  if (error instanceof FileRefusal) return new FetchError('incomplete', error.message)
  return (
    toStorageError(error) ?? new FetchError('unavailable', `the download broke off (${getCauseCode(error)})`)
  )
}
