import type { Context } from 'hono'
import { strictTransportSecurity } from '#contract/hosting.ts'

/** HSTS, only over HTTPS: on localhost it would block plain HTTP. */
export function enforceHttps(c: Context, behindProxy: boolean): void {
  if (behindProxy && c.req.header('X-Forwarded-Proto') === 'https')
    c.header('Strict-Transport-Security', strictTransportSecurity)
}
