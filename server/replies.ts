import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { type Encoding, encodingOf, isHeld } from './encoding.ts'

/** Below it a reply hardly gets smaller. */
const compressedFrom = 1_024
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzipped = { level: 6 }
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

/** A body with all that replies of it need; what is made once serves every later reply. */
export interface Body {
  /** About how many bytes of memory it takes, with its compressed forms. */
  readonly weight: number
  /** The tag of a form, strong: another body has another, and so has another form of it. */
  tag(encoding: Encoding): string
  encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>
}

export interface Sent {
  status: 200 | 304
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | null
}

export function bodyOf(text: string): Body {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>([['identity', Promise.resolve(plain)]])
  const make = (encoding: Encoding) => (encoding === 'br' ? toBrotli(plain, brotli) : toGzip(plain, gzipped))
  const formOf = (encoding: Encoding) => (plain.length < compressedFrom ? 'identity' : encoding)
  return {
    weight: 1_000 + plain.length * 1.5,
    tag: (encoding) => `"${hash}${formOf(encoding) === 'identity' ? '' : `-${encoding}`}"`,
    encoded(encoding) {
      const form = formOf(encoding)
      const found = made.get(form) ?? make(form)
      made.set(form, found)
      return found
    },
  }
}

const varies = 'Accept-Encoding, Accept-Language'

/** What a caller of a body is sent: it, in the encoding that they take, or that they have it already. */
export async function sentTo(
  body: Body,
  asked: { encoding: string | undefined; held: string | undefined },
): Promise<Sent> {
  const encoding = encodingOf(asked.encoding)
  const headers = { ETag: body.tag(encoding), Vary: varies }
  if (isHeld(asked.held, body.tag('br'), body.tag('gzip'), body.tag('identity')))
    return { status: 304, headers, body: null }
  const compressed = body.tag(encoding) !== body.tag('identity')
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      ...(compressed && { 'Content-Encoding': encoding }),
    },
    body: await body.encoded(encoding),
  }
}

/**
 * A long text as it is made, no faster than it is read. When making it fails, the reply breaks off: whoever reads it
 * sees that it was not whole.
 */
export function streamed(
  parts: AsyncIterable<string>,
  accepted: string | undefined,
  broken: (error: Error) => void,
): { headers: Record<string, string>; body: ReadableStream } {
  const encoding = encodingOf(accepted)
  const source = Readable.from(parts, { objectMode: false, highWaterMark: 1 })
  const form = { br: () => createBrotliCompress(brotli), gzip: () => createGzip(gzipped), identity: passOn }
  const sink = pipeline(source, form[encoding](), (error) => {
    // A reader that has gone away is nobody's fault.
    if (error && !['ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')) broken(error)
  })
  return {
    headers: { Vary: varies, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) },
    body: Readable.toWeb(sink) as ReadableStream,
  }
}

const passOn = () => new Transform({ transform: (chunk, _, done) => done(null, chunk) })
