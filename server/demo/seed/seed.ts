import * as z from 'zod/mini'
import { addDays } from '#contract/reports/calendar.ts'
import { demoPassword, demoSites } from '#server/demo/data/sites.ts'
import { ensureDemoYoutube } from '#server/demo/youtube/youtube-seed.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import type { Database } from '#server/platform/db/database.ts'
import { demoOwner, isDatabaseUsed, isDemoSeeded } from '#server/platform/db/demo-state.ts'
import { withLockRetry } from '#server/platform/db/lock-retry.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { publishChange } from '#server/reports/lists/publish-change.ts'
import { recomputeChannels } from '#server/reports/lists/rollups.ts'
import { ClosingError } from '#server/settlement/closing/drafts.ts'
import { ensureTrackFiles, insertExchangeRates, insertTracks, setThumbnails } from './catalog-seed.ts'
import { listDemoVideos } from './demo-reports.ts'
import { ensureDemoMonths } from './month-seed.ts'
import { importSeededReports } from './report-seed.ts'
import { insertDemoSite } from './site-seed.ts'

const historyMonths = 7
const reportDelayDays = 2

/** Idempotent. Other instances that start at the same time wait. Without a folder for them, tracks have no files. */
export const ensureDemoData = (
  db: Database,
  now: Date,
  encryption: Encryption,
  print: (line: string) => void,
  trackFilesDir?: string,
): Promise<void> =>
  withLockRetry(db, 'demo', async () => {
    const started = performance.now()
    const isUsed = await isDatabaseUsed(db)
    const firstEntry = isUsed ? await selectNextAuditId(db) : 0
    if (!isUsed) {
      print('Creating the demo network …')
      await seedDemo(db, now)
    }
    if (await isDemoSeeded(db)) {
      await ensureDemoYoutube(db, now)
      await ensureMonths(db, now, encryption, print)
      if (trackFilesDir !== undefined) await ensureTrackFiles(db, trackFilesDir, now)
      // What nobody did is no line of the log.
      await db.execute(sql`delete from trace_outbox where trace = 'audit' and id >= ${firstEntry}`)
    }
    const seconds = Math.round((performance.now() - started) / 100) / 10
    if (!isUsed) print(`Created the demo network: ${seconds} s.`)
  })

const NextId = z.object({ id: Id })

const selectNextAuditId = async (db: Database): Promise<number> =>
  (await queryOne(db, NextId, sql`select coalesce(max(id), 0) + 1 as id from audit_log`)).id

/** A demo that people have changed starts all the same. */
async function ensureMonths(
  db: Database,
  now: Date,
  encryption: Encryption,
  print: (line: string) => void,
): Promise<void> {
  try {
    await ensureDemoMonths({ db, owner: demoOwner, encryption, now })
  } catch (error) {
    if (!(error instanceof ClosingError)) throw error
    print(`A month of the demo stays open. ${error.message}`)
  }
}

async function seedDemo(db: Database, now: Date): Promise<void> {
  const calendar = createCalendar(now)
  const [from = '', to = ''] = [calendar.at(0), calendar.at(-1)]
  const videos = listDemoVideos({ from, to }, to)
  await importSeededReports(db, { from, to }, videos, now)
  const passwordHash = await hashPassword(demoPassword)
  // Last and in one transaction, so that an interrupted start seeds again.
  await db.transaction(async (tx) => {
    await insertExchangeRates(tx, calendar)
    await insertTracks(tx)
    await setThumbnails(tx, videos)
    await publishChange(tx, { catalog: true })
    for (const site of demoSites) await insertDemoSite(tx, site, calendar, passwordHash)
    await recomputeChannels(tx, [...new Set(videos.map(({ channelId }) => channelId))])
  })
  await refreshLists(db)
}

function createCalendar(now: Date): string[] {
  const last = addDays(getPacificDay(now), -reportDelayDays)
  const first = new Date(`${last}T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - historyMonths)
  const days = []
  for (let day = first.toISOString().slice(0, 10); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
