import type { Context } from 'hono'
import { isHeld } from '#server/encoding.ts'
import { type ByteRange, rangeOf } from './ranges.ts'

/** A file that never changes under its name. */
export interface Sendable {
  type: string
  tag: string
  bytes: number
  cacheControl: string
  /** Some of its bytes; not asked for when none are to be sent. */
  read(range: ByteRange): ReadableStream | Uint8Array<ArrayBuffer>
}

/** Replies with a picture or a sound: all of it, a part, that the caller has it already, or only what there is to say. */
export function sendFile(c: Context, file: Sendable): Response {
  const headers: Record<string, string> = {
    ETag: file.tag,
    'Cache-Control': file.cacheControl,
    'Accept-Ranges': 'bytes',
    'Content-Security-Policy': "default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
  }
  if (isHeld(c.req.header('If-None-Match'), file.tag)) return c.body(null, 304, headers)
  const range = isSame(c.req.header('If-Range'), file.tag) ? rangeOf(c.req.header('Range'), file.bytes) : null
  if (range === 'unsatisfiable')
    return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${file.bytes}` })
  const sent = range ?? { from: 0, to: file.bytes - 1 }
  headers['Content-Type'] = file.type
  headers['Content-Length'] = String(sent.to - sent.from + 1)
  if (range) headers['Content-Range'] = `bytes ${range.from}-${range.to}/${file.bytes}`
  const status = range ? 206 : 200
  // Read only by who gets it: a file that is opened for nobody would stay open.
  return c.req.method === 'HEAD' ? c.body(null, status, headers) : c.body(file.read(sent), status, headers)
}

/** Whether a part goes with what the caller has of it. */
const isSame = (ifRange: string | undefined, tag: string) => ifRange === undefined || ifRange === tag
