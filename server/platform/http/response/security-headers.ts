import type { Context } from 'hono'
import { securityHeaders, strictTransportSecurity } from '#contract/portal/hosting.ts'
import type { App } from './context.ts'

/** Replies with content of another kind, such as pages, set a policy of their own. */
const defaultPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Register it before everything that may refuse a request, so that refusals have the headers as well. */
export function sendSecurityHeaders(app: App, { behindProxy }: { behindProxy: boolean }): void {
  app.use(async (c, next) => {
    c.header('Content-Security-Policy', defaultPolicy)
    c.header('Referrer-Policy', securityHeaders['Referrer-Policy'])
    enforceHttps(c, behindProxy)
    await next()
  })
}

/** HSTS, only over HTTPS: on localhost it would block plain HTTP. */
export function enforceHttps(c: Context, behindProxy: boolean): void {
  if (behindProxy && c.req.header('X-Forwarded-Proto') === 'https')
    c.header('Strict-Transport-Security', strictTransportSecurity)
}
