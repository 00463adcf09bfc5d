import { type IncomingHttpHeaders, request } from 'node:http'

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  /** The bytes as they were sent, possibly compressed. */
  body: Buffer
  /** False if the connection ended before the body did. */
  isComplete: boolean
}

/**
 * Sends one request on its own connection, without the headers, decoding and redirects of `fetch`.
 * @throws when there are no headers
 */
export function requestRaw(
  url: string,
  { headers = {}, onHeaders }: { headers?: Record<string, string>; onHeaders?: () => void } = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, (incoming) => {
      onHeaders?.()
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', () => {})
      incoming.on('close', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks),
          isComplete: incoming.complete,
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}
