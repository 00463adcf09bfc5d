import type { Endpoint } from '#contract/endpoint.ts'
import { csvOf, type Table } from './csv.ts'
import { type App, admit, authenticate, type Handler, type Services } from './http.ts'
import { streamed } from './replies.ts'
import { reply } from './send.ts'
import { standingOf } from './session.ts'

/**
 * Puts an endpoint to work that answers with a file of rows, written while it is read. What is refused is refused
 * before its first byte; later the file breaks off.
 */
export function exportRoute<E extends Endpoint>(
  app: App,
  services: Services,
  endpoint: E,
  handle: Handler<E, Table>,
): void {
  app.on('GET', `/${endpoint.path}`, async (c) => {
    const call = await admit(c, services, endpoint)
    const table = await handle(call)
    const standing = async () => standingOf(await authenticate(c, services, call.site, endpoint))
    const rows = whileSame(standingOf(call.account), standing, table.rows)
    const broken = (err: Error) =>
      services.log.warn({ requestId: c.get('requestId'), err }, 'an export broke off')
    const { headers: form, body } = streamed(
      csvOf({ ...table, rows }),
      c.req.header('Accept-Encoding'),
      broken,
    )
    return reply(c, 200, body, {
      ...form,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${table.file}"`,
    })
  })
}

/** The rows for as long as whoever asked for them is signed in as who they were. */
async function* whileSame<Rows>(
  before: string | undefined,
  now: () => Promise<string | undefined>,
  rows: AsyncIterable<Rows>,
): AsyncGenerator<Rows> {
  for await (const some of rows) {
    if ((await now()) !== before) throw new Error('Whoever asked is somebody else meanwhile.')
    yield some
  }
}
