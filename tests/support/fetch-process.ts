import { createEncryption } from '#server/platform/auth/encryption.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { createLog } from '#server/platform/log.ts'
import { createOauthClient } from '#server/reports/fetching/api/oauth.ts'
import { selectConnections } from '#server/reports/fetching/connections.ts'
import { fetchReports } from '#server/reports/fetching/fetch.ts'
import { monthlyReports } from '#server/settlement/files/monthly-reports.ts'
import { killAtStep } from './kill-at-step.ts'
import { testKey } from './report-fetching.ts'

// Fetches reports, and kills its own process at one of its steps: `fetch-process.ts <step or -1> <time>`.

const [targetStep, time = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const db = await openDatabase(config)
const [connection] = await selectConnections(db)
const { oauth } = config.reporting
if (!connection || !oauth) throw new Error('Nothing is connected.')
const summary = await fetchReports(
  {
    db: killAtStep(db, Number(targetStep)),
    log: createLog('silent'),
    now: () => new Date(time),
    encryption: createEncryption(async () => testKey),
    oauth: createOauthClient(oauth),
    settings: config.reporting,
    monthly: monthlyReports,
  },
  connection,
)
await db.close()
process.stdout.write(`memory ${process.resourceUsage().maxRSS} imported ${summary.imported}\n`)
