import type { Context } from 'hono'
import { negotiateResponse, type ResponseBody } from './response-body.ts'

export async function sendBody(c: Context, body: ResponseBody): Promise<Response> {
  const response = await negotiateResponse(body, {
    acceptEncoding: c.req.header('Accept-Encoding'),
    ifNoneMatch: c.req.header('If-None-Match'),
  })
  return respond(c, response.status, response.body, response.headers)
}

/** Prevents compression of responses that may contain a token, which BREACH could leak. */
export const sendUncompressed = (c: Context, text: string) =>
  c.body(text, 200, { 'Content-Type': 'application/json' })

export function respond(
  c: Context,
  status: 200 | 304,
  body: Uint8Array<ArrayBuffer> | ReadableStream | null,
  { Vary: varies = '', ...others }: Record<string, string>,
): Response {
  c.header('Vary', varies, { append: true })
  return body === null ? c.body(null, status, others) : c.body(body as Uint8Array<ArrayBuffer>, 200, others)
}
