import { isMigrated } from '#server/platform/db/migrate.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { createStatusReader } from './status.ts'

export function healthRoutes(api: App, { db, log, now }: Services): void {
  const readStatus = createStatusReader(db, now)
  api.get('/health', (c) => c.json({ alive: true }))
  api.get('/ready', async (c) => {
    const isDeep = c.req.query('deep') !== undefined
    try {
      const ready = await isMigrated(db)
      return c.json({ ready, ...(ready && isDeep && (await readStatus())) }, ready ? 200 : 503)
    } catch (err) {
      log.warn({ err }, 'database unreachable')
      return c.json({ ready: false }, 503)
    }
  })
}
