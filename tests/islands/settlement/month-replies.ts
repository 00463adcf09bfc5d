import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'
import { $snackbars } from '#lib/page/snackbars.ts'

export const realFetch = window.fetch

export type Reply = (call: { query: URLSearchParams; body: unknown }) => Response | Promise<Response>

export const succeed = (body: object) => Response.json({ success: true, message: '', ...body })
export const refuse = (code: string, status: number, fields: Record<string, string> = {}) =>
  Response.json(
    {
      success: false,
      code,
      message: '지금은 안 됩니다',
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, message]) => [name, { code: 'statement_details', message }]),
      ),
    },
    { status },
  )

/** Replaces replies of the API, by the endpoint's path. Every other call is real. */
export function stub(replies: Record<string, Reply>): void {
  window.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.href)
    const reply = replies[pathname.replace(/^\/api\//, '')]
    return reply
      ? reply({ query: searchParams, body: init?.body ? JSON.parse(String(init.body)) : null })
      : realFetch(input, init)
  }
}

/** Polls until the text contains this part. */
export const expectText = (locator: Locator, text: string) =>
  expect.poll(() => locator.query()?.textContent ?? '').toContain(text)
export const readParams = () => Object.fromEntries(new URLSearchParams(location.search))
export const readSnackbars = () => $snackbars.get().map(({ type, message }) => `${type}: ${message}`)
