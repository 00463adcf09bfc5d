import type { Endpoint } from '#contract/platform/endpoint.ts'
import { getRoleKey } from '#server/platform/auth/roles.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { authenticate, createCall } from './request/call.ts'
import type { Services } from './request/services.ts'
import { type CsvTable, generateCsv, toSafeFileName } from './response/csv.ts'
import { respond } from './response/response.ts'
import { streamBody } from './response/response-body.ts'
import type { Handler } from './route.ts'

/** Streams CSV. Refusals precede the first byte; a later error aborts the response. */
export function exportRoute<E extends Endpoint>(
  app: App,
  services: Services,
  endpoint: E,
  handle: Handler<E, CsvTable>,
): void {
  app.on('GET', `/${endpoint.path}`, async (c) => {
    const call = await createCall(c, services, endpoint)
    const table = await handle(call)
    const detail = { endpoint: endpoint.name }
    const event = { kind: 'export', accountId: call.account?.id ?? null, detail } as const
    await recordSecurityEvent(services.db, call, event, services.now())
    const readRoleKey = async () => getRoleKey(await authenticate(c, services, call.site, endpoint))
    const rows = whileAuthorized(getRoleKey(call.account), readRoleKey, table.rows)
    const onError = (err: Error) =>
      services.log.warn({ requestId: c.get('requestId'), err }, 'export aborted')
    const { headers, body } = streamBody(
      generateCsv({ ...table, rows }),
      c.req.header('Accept-Encoding'),
      onError,
    )
    return respond(c, 200, body, {
      ...headers,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': formatAttachment(table.fileName),
    })
  })
}

/**
 * RFC 6266: the name for all, and its full form in UTF-8 where it has other characters than those. `fallback` is for
 * programs that know ASCII only.
 */
export function formatAttachment(fileName: string, fallback?: string): string {
  const name = toSafeFileName(fileName)
  const isAscii = /^[\x20-\x7e]*$/.test(name)
  const ascii = isAscii ? name : (fallback ?? name.replace(/[^\x20-\x7e]/g, '-'))
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"${name === ascii ? '' : `; filename*=UTF-8''${encoded}`}`
}

/** Reauthorizes before each batch: the caller must still have the same role. */
async function* whileAuthorized<Rows>(
  initialRoleKey: string | undefined,
  readRoleKey: () => Promise<string | undefined>,
  rows: AsyncIterable<Rows>,
): AsyncGenerator<Rows> {
  for await (const batch of rows) {
    if ((await readRoleKey()) !== initialRoleKey) throw new Error('The caller is no longer authorized.')
    yield batch
  }
}
