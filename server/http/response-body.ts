import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { type Encoding, isNotModified, negotiateEncoding } from './content-negotiation.ts'

/** Below it a reply hardly gets smaller. */
const minCompressibleBytes = 1_024
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzipOptions = { level: 6 }
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

/** A body with all that replies of it need; what is made once serves every later reply. */
export interface ResponseBody {
  /** About how many bytes of memory it takes, with its compressed forms. */
  readonly memoryBytes: number
  /** The tag of a form, strong: another body has another, and so has another form of it. */
  etag(encoding: Encoding): string
  encode(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>
}

export interface NegotiatedResponse {
  status: 200 | 304
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | null
}

export function createResponseBody(text: string): ResponseBody {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const encodings = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>([
    ['identity', Promise.resolve(plain)],
  ])
  const compress = (encoding: Encoding) =>
    encoding === 'br' ? toBrotli(plain, brotliOptions) : toGzip(plain, gzipOptions)
  const chooseEncoding = (encoding: Encoding) => (plain.length < minCompressibleBytes ? 'identity' : encoding)
  return {
    memoryBytes: 1_000 + plain.length * 1.5,
    etag: (encoding) => `"${hash}${chooseEncoding(encoding) === 'identity' ? '' : `-${encoding}`}"`,
    encode(encoding) {
      const chosen = chooseEncoding(encoding)
      const bytes = encodings.get(chosen) ?? compress(chosen)
      encodings.set(chosen, bytes)
      return bytes
    },
  }
}

const varyHeader = 'Accept-Encoding, Accept-Language'

/** What a caller of a body is sent: it, in the encoding that they take, or that they have it already. */
export async function negotiateResponse(
  body: ResponseBody,
  request: { encoding: string | undefined; held: string | undefined },
): Promise<NegotiatedResponse> {
  const encoding = negotiateEncoding(request.encoding)
  const headers = { ETag: body.etag(encoding), Vary: varyHeader }
  if (isNotModified(request.held, body.etag('br'), body.etag('gzip'), body.etag('identity')))
    return { status: 304, headers, body: null }
  const isCompressed = body.etag(encoding) !== body.etag('identity')
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      ...(isCompressed && { 'Content-Encoding': encoding }),
    },
    body: await body.encode(encoding),
  }
}

/**
 * A long text as it is made, no faster than it is read. When making it fails, the reply breaks off: whoever reads it
 * sees that it was not whole.
 */
export function streamBody(
  chunks: AsyncIterable<string>,
  acceptEncoding: string | undefined,
  onError: (error: Error) => void,
): { headers: Record<string, string>; body: ReadableStream } {
  const encoding = negotiateEncoding(acceptEncoding)
  const source = Readable.from(chunks, { objectMode: false, highWaterMark: 1 })
  const encoders = {
    br: () => createBrotliCompress(brotliOptions),
    gzip: () => createGzip(gzipOptions),
    identity: createPassThrough,
  }
  const sink = pipeline(source, encoders[encoding](), (error) => {
    // A reader that has gone away is nobody's fault.
    if (error && !['ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')) onError(error)
  })
  return {
    headers: { Vary: varyHeader, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) },
    body: Readable.toWeb(sink) as ReadableStream,
  }
}

const createPassThrough = () => new Transform({ transform: (chunk, _, done) => done(null, chunk) })
