import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { TestProject } from 'vitest/node'
import { createApp } from '#server/app.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite.ts'
import { ensureDemo } from '#server/demo/network.ts'
import { createLog } from '#server/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL of a real API with the demonstration network. */
    apiUrl: string
  }
}

/** The API that the islands are driven against: the real one, in memory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const db = await openPglite()
  await migrate(db)
  await ensureDemo(db, new Date(), () => {})
  const app = createApp({ db, log: createLog('error'), now: () => new Date(), behindProxy: false })
  const server = serve({ fetch: app.fetch, hostname: 'localhost', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  project.provide('apiUrl', `http://localhost:${(server.address() as AddressInfo).port}/api`)
  return async () => {
    server.close()
    await db.close()
  }
}
