import type { Context } from 'hono'
import { type Body, sentTo } from './replies.ts'

/** Replies with a body, compressed, or that the caller has it already. */
export async function send(c: Context, body: Body): Promise<Response> {
  const sent = await sentTo(body, {
    encoding: c.req.header('Accept-Encoding'),
    held: c.req.header('If-None-Match'),
  })
  return reply(c, sent.status, sent.body, sent.headers)
}

/** What answers a call that changes something may hold a token, whose length compression would tell of. */
export const sendPlain = (c: Context, text: string) =>
  c.body(text, 200, { 'Content-Type': 'application/json' })

/** Replies with headers of its own beside those that are set. */
export function reply(
  c: Context,
  status: 200 | 304,
  body: Uint8Array<ArrayBuffer> | ReadableStream | null,
  { Vary: varies = '', ...others }: Record<string, string>,
): Response {
  c.header('Vary', varies, { append: true })
  return body === null ? c.body(null, status, others) : c.body(body as Uint8Array<ArrayBuffer>, 200, others)
}
