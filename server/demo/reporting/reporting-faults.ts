/** A fault of a response. `afterBytes` count the body as it is sent, packed or not. */
export type ReportingFault =
  /** An error as Google writes it; `reason` replaces the usual one, `retryAfter` in seconds or as a date. */
  | { kind: 'status'; status: ErrorStatus; reason?: string; retryAfter?: number | Date }
  /** The usual response, late. */
  | { kind: 'slow'; ms: number }
  /** The headers and `afterBytes`, then nothing more. */
  | { kind: 'stalled'; afterBytes?: number }
  /** The connection ends before the headers. */
  | { kind: 'dropped' }
  /** The connection ends after `afterBytes`. `chunked`: without a Content-Length. */
  | { kind: 'cut'; afterBytes: number; chunked?: boolean }
  /** Nothing is wrong, but there is no Content-Length. */
  | { kind: 'chunked' }
  /** `afterBytes` only, and the Content-Length agrees with that. */
  | { kind: 'truncated'; afterBytes: number }
  /** A byte in the middle is another. */
  | { kind: 'corrupted' }
  /** A web page with status 200. */
  | { kind: 'page' }
  /** Status 200 without a body. */
  | { kind: 'empty' }
  /** JSON with status 200 that the protocol does not know. */
  | { kind: 'json'; body?: unknown }
  /** `location`: by default the request's own URL. */
  | { kind: 'redirect'; location?: string }

export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 429 | 500 | 502 | 503 | 504

export interface ReportingRequest {
  method: string
  /** Excludes the query. */
  path: string
  query: Record<string, string>
  headers: Record<string, string>
}

/** `/v1/jobs`, `POST /token`, `GET /v1/media/*` (a prefix), a pattern of `method path`, or a test. */
export type RequestMatcher = string | RegExp | ((request: ReportingRequest) => boolean)

export function matchesRequest(matcher: RequestMatcher, request: ReportingRequest): boolean {
  if (typeof matcher === 'function') return matcher(request)
  const line = `${request.method} ${request.path}`
  if (matcher instanceof RegExp) return matcher.test(line)
  const text = matcher.includes(' ') ? matcher : `${request.method} ${matcher}`
  return text.endsWith('*') ? line.startsWith(text.slice(0, -1)) : line === text
}

interface InjectedFault {
  matcher: RequestMatcher
  fault: ReportingFault
  times: number
}

/** Faults in the order in which they were injected; each is used up before the next one that matches. */
export class FaultQueue {
  readonly #faults: InjectedFault[] = []

  inject(matcher: RequestMatcher, fault: ReportingFault, times: number): void {
    this.#faults.push({ matcher, fault, times })
  }

  clear(): void {
    this.#faults.length = 0
  }

  take(request: ReportingRequest): ReportingFault | undefined {
    const injected = this.#faults.find(({ matcher, times }) => times > 0 && matchesRequest(matcher, request))
    if (injected) injected.times--
    return injected?.fault
  }
}

const page = `<!doctype html>
<html lang="en"><head><title>Sign in</title></head><body><h1>Sign in to continue</h1></body></html>
`

/** @returns undefined for a fault of the usual response */
export function createFaultResponse(fault: ReportingFault, url: string): Response | undefined {
  switch (fault.kind) {
    case 'page':
      return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
    case 'empty':
      return new Response(null, { headers: { 'Content-Length': '0' } })
    case 'json':
      return Response.json(fault.body ?? { kind: 'unexpected', items: [{ id: 7 }] })
    case 'redirect':
      return new Response(null, { status: 302, headers: { Location: fault.location ?? url } })
    case 'dropped':
      return new Response(createStream(failAfter(emptyBody(), undefined)))
    default:
      return undefined
  }
}

/** Damages the usual response. */
export async function damageResponse(fault: ReportingFault, response: Response): Promise<Response> {
  const { status } = response
  const headers = new Headers(response.headers)
  const replaceBody = (chunks: AsyncIterable<Uint8Array>) =>
    new Response(createStream(chunks), { status, headers })
  const body = response.body ?? emptyBody()
  switch (fault.kind) {
    case 'stalled':
      return replaceBody(stallAfter(body, fault.afterBytes ?? 0))
    case 'cut':
      if (fault.chunked) headers.delete('Content-Length')
      return replaceBody(failAfter(body, fault.afterBytes))
    case 'chunked':
      headers.delete('Content-Length')
      return replaceBody(body)
    case 'truncated': {
      const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, fault.afterBytes)
      headers.set('Content-Length', String(bytes.length))
      return new Response(bytes, { status, headers })
    }
    case 'corrupted': {
      const bytes = new Uint8Array(await response.arrayBuffer())
      const middle = bytes.length >> 1
      bytes[middle] = (bytes[middle] ?? 0) ^ 0xff
      return new Response(bytes, { status, headers })
    }
    default:
      return response
  }
}

/** Pulled: a slow reader slows the source down. */
export function createStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** An empty chunk sends the headers. */
const headersOnly = new Uint8Array()

async function* limitBytes(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  yield headersOnly
  let left = limit
  for await (const chunk of chunks) {
    if (left <= 0) return
    yield chunk.subarray(0, left)
    left -= chunk.length
  }
}

/** `limit` undefined: before the headers. */
async function* failAfter(
  chunks: AsyncIterable<Uint8Array>,
  limit: number | undefined,
): AsyncGenerator<Uint8Array> {
  if (limit !== undefined) yield* limitBytes(chunks, limit)
  throw new Error('The connection was cut on purpose.')
}

async function* stallAfter(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  yield* limitBytes(chunks, limit)
  await new Promise(() => {})
}
