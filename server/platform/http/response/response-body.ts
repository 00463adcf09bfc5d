import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { type Encoding, negotiateEncoding } from './content-negotiation.ts'
import { isNotModified } from './etag.ts'

const minCompressibleBytes = 1_024
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzipOptions = { level: 6 }
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

export interface ResponseBody {
  /** Estimate that includes the compressed forms. */
  readonly memoryBytes: number
  /** Strong ETag, distinct per encoding. */
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

export async function negotiateResponse(
  body: ResponseBody,
  request: { acceptEncoding: string | undefined; ifNoneMatch: string | undefined },
): Promise<NegotiatedResponse> {
  const encoding = negotiateEncoding(request.acceptEncoding)
  const headers = { ETag: body.etag(encoding), Vary: varyHeader }
  if (isNotModified(request.ifNoneMatch, body.etag('br'), body.etag('gzip'), body.etag('identity')))
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

/** Streams with backpressure. An error aborts the response, so that clients see it as incomplete. */
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
    // Client disconnects are not errors.
    if (error && !['ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')) onError(error)
  })
  return {
    headers: { Vary: varyHeader, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) },
    body: Readable.toWeb(sink) as ReadableStream,
  }
}

const createPassThrough = () => new Transform({ transform: (chunk, _, done) => done(null, chunk) })
