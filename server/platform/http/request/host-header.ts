import type { HttpBindings } from '@hono/node-server'
import type { App } from '#server/platform/http/response/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** RFC 9112, 3.2: a proxy in front may have believed another one than this server. Node keeps the first silently. */
export function refuseRepeatedHosts(app: App): void {
  app.use(async (c, next) => {
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
    if ((incoming?.headersDistinct.host?.length ?? 0) > 1) throw new Refusal('malformed')
    await next()
  })
}
