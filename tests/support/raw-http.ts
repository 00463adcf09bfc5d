import { type IncomingHttpHeaders, request } from 'node:http'

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  /** As they were sent, packed or not. */
  body: Buffer
  /** False when the connection ended before the body did. */
  isComplete: boolean
}

/** One request on a connection of its own, without what `fetch` adds, unpacks or follows. @throws when there are no headers */
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
