import type { Context } from 'hono'
import { type ByteRange, parseByteRange } from './byte-range.ts'
import { isNotModified } from './content-negotiation.ts'

/** A file that never changes under its name. */
export interface FileSource {
  type: string
  etag: string
  size: number
  cacheControl: string
  /** Some of its bytes; not asked for when none are to be sent. */
  read(range: ByteRange): ReadableStream | Uint8Array<ArrayBuffer>
}

/** Replies with a picture or a sound: all of it, a part, that the caller has it already, or only what there is to say. */
export function sendFile(c: Context, file: FileSource): Response {
  const headers: Record<string, string> = {
    ETag: file.etag,
    'Cache-Control': file.cacheControl,
    'Accept-Ranges': 'bytes',
    'Content-Security-Policy': "default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
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
  // Read only by who gets it: a file that is opened for nobody would stay open.
  return c.req.method === 'HEAD'
    ? c.body(null, status, headers)
    : c.body(file.read(sentRange), status, headers)
}

/** Whether a part goes with what the caller has of it. */
const matchesIfRange = (ifRange: string | undefined, tag: string) => ifRange === undefined || ifRange === tag
