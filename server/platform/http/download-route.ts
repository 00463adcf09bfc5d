import type { Endpoint } from '#contract/platform/endpoint.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { formatAttachment } from './export-route.ts'
import { createCall } from './request/call.ts'
import type { Services } from './request/services.ts'
import type { Handler } from './route.ts'

export interface Download {
  fileName: string
  type: string
  bytes: Uint8Array
}

/** A file that is complete before its first byte: errors are answered as everywhere. Never cached. */
export function downloadRoute<E extends Endpoint>(
  app: App,
  services: Services,
  endpoint: E,
  handle: Handler<E, Download>,
): void {
  app.on('GET', `/${endpoint.path}`, async (c) => {
    const call = await createCall(c, services, endpoint)
    const { fileName, type, bytes } = await handle(call)
    const detail = { endpoint: endpoint.name }
    const event = { kind: 'export', accountId: call.account?.id ?? null, detail } as const
    await recordSecurityEvent(services.db, call, event, services.now())
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      'Content-Type': type,
      'Content-Disposition': formatAttachment(fileName),
      'X-Content-Type-Options': 'nosniff',
    })
  })
}
