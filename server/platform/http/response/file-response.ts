import type { Context } from 'hono'
import { type ByteRange, parseByteRange } from './byte-range.ts'
import { isNotModified } from './etag.ts'

export interface FileSource {
  type: string
  etag: string
  size: number
  cacheControl: string
  /** Undefined: shown in the page. */
  disposition?: string
  read(range: ByteRange): ReadableStream | Uint8Array<ArrayBuffer>
}

/** Whether `sendFile` answers with some of its bytes. */
export const sendsBytes = (c: Context, { etag }: Pick<FileSource, 'etag'>): boolean =>
  c.req.method !== 'HEAD' && !isNotModified(c.req.header('If-None-Match'), etag)

export function sendFile(c: Context, file: FileSource): Response {
  const headers: Record<string, string> = {
    ETag: file.etag,
    'Cache-Control': file.cacheControl,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    ...(file.disposition !== undefined && { 'Content-Disposition': file.disposition }),
  }
  if (isNotModified(c.req.header('If-None-Match'), file.etag)) return c.body(null, 304, headers)
  const range = matchesIfRange(c.req.header('If-Range'), file.etag)
    ? parseByteRange(c.req.header('Range'), file.size)
    : null
  if (range === 'unsatisfiable')
    return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${file.size}` })
  const sentRange = range ?? { from: 0, to: file.size - 1 }
  headers['Content-Type'] = file.type
  headers['Content-Length'] = String(sentRange.to - sentRange.from + 1)
  if (range) headers['Content-Range'] = `bytes ${range.from}-${range.to}/${file.size}`
  const status = range ? 206 : 200
  // HEAD must not open the stream, because nothing would close it.
  return c.req.method === 'HEAD'
    ? c.body(null, status, headers)
    : c.body(file.read(sentRange), status, headers)
}

const matchesIfRange = (ifRange: string | undefined, tag: string) => ifRange === undefined || ifRange === tag
