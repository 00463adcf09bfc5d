import { readLimitedBody } from '#server/platform/http/request/request-body.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App, AppContext } from '#server/platform/http/response/context.ts'
import { findPreference, setUnsubscribed } from '#server/platform/mail/preferences.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { renderUnsubscribePage, unsubscribePagePolicy } from './unsubscribe-page.ts'

const maxFormBytes = 4 * 1024

/**
 * One-click unsubscribe (RFC 8058). No endpoint of the contract: mail programs call it without the site's headers. The token
 * authorizes nothing else.
 */
export function mailRoutes(api: App, { db, now }: Services): void {
  async function sendPage(c: AppContext, hasChanged: boolean): Promise<Response> {
    const preference = await findPreference(db, getToken(c))
    if (!preference) throw new Refusal('not_found')
    c.header('Content-Security-Policy', unsubscribePagePolicy)
    c.header('Referrer-Policy', 'no-referrer')
    return c.html(renderUnsubscribePage(preference, hasChanged))
  }
  api.get('/mail/unsubscribe', (c) => sendPage(c, false))
  api.post('/mail/unsubscribe', async (c) => {
    const body = await readLimitedBody(maxFormBytes, c.req.raw)
    if (!body) throw new Refusal('too_large')
    const form = new URLSearchParams(new TextDecoder().decode(body))
    await setUnsubscribed(db, getToken(c), !form.has('resubscribe'), now())
    return sendPage(c, true)
  })
}

const getToken = (c: AppContext): string => {
  const token = c.req.query('token') ?? ''
  return /^[\w-]{32}$/.test(token) ? token : ''
}
