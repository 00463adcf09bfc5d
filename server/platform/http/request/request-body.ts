import { Refusal } from '#server/platform/refusal.ts'

/** @throws {Refusal} `malformed` when the client breaks off; nobody reads that answer, but the log does not blame anything else */
export async function readLimitedBody(maxBytes: number, request: Request): Promise<Uint8Array | undefined> {
  const length = request.headers.get('Content-Length')
  if (Number(length ?? 0) > maxBytes) return undefined
  try {
    return length === null
      ? await readChunkedBody(maxBytes, request)
      : new Uint8Array(await request.arrayBuffer())
  } catch {
    throw new Refusal('malformed')
  }
}

async function readChunkedBody(maxBytes: number, request: Request): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
