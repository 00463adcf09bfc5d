import type { Context } from 'hono'
import { negotiateResponse, type ResponseBody } from './response-body.ts'

/** Replies with a body, compressed, or that the caller has it already. */
export async function sendBody(c: Context, body: ResponseBody): Promise<Response> {
  const response = await negotiateResponse(body, {
    encoding: c.req.header('Accept-Encoding'),
    held: c.req.header('If-None-Match'),
  })
  return respond(c, response.status, response.body, response.headers)
}

/** What answers a call that changes something may hold a token, whose length compression would tell of. */
export const sendUncompressed = (c: Context, text: string) =>
  c.body(text, 200, { 'Content-Type': 'application/json' })

/** Replies with headers of its own beside those that are set. */
export function respond(
  c: Context,
  status: 200 | 304,
  body: Uint8Array<ArrayBuffer> | ReadableStream | null,
  { Vary: varies = '', ...others }: Record<string, string>,
): Response {
  c.header('Vary', varies, { append: true })
  return body === null ? c.body(null, status, others) : c.body(body as Uint8Array<ArrayBuffer>, 200, others)
}
