import { serve } from '@hono/node-server'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { createLog } from '#server/platform/log.ts'
import { testEncryption, unavailableJobs, unavailableYoutube } from '#tests/support/api.ts'

// Serves the API on an existing database without any cache, to measure requests that nobody has made before.

const config = readConfig(process.env)
const db = await openDatabase(config)
const app = createApp({
  db: { ...db, listen: () => () => {} },
  log: createLog('error'),
  now: () => new Date(),
  behindProxy: false,
  youtube: unavailableYoutube,
  jobs: unavailableJobs,
  encryption: testEncryption,
  readsPerMinute: Number.POSITIVE_INFINITY,
})
const server = serve({ fetch: app.fetch, hostname: config.host, port: config.port })
process.on('SIGTERM', () => {
  server.close()
  db.close().finally(() => process.exit(0))
})
