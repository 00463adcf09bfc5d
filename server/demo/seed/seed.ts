import * as z from 'zod/mini'
import { addDays } from '#contract/reports/calendar.ts'
import { createDemoFacts, createDemoVideos, type DemoVideo } from '#server/demo/data/facts.ts'
import { demoPassword, demoSites, getDemoHome } from '#server/demo/data/sites.ts'
import { ensureDemoYoutube } from '#server/demo/youtube/youtube-seed.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { withLockRetry } from '#server/platform/db/lock-retry.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { bulkLoadFacts } from '#server/reports/ingest/bulk-load.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { recomputeDays } from '#server/reports/lists/rollups.ts'
import { ClosingError } from '#server/settlement/months/closing.ts'
import { insertExchangeRates, insertTracks, insertVideos } from './catalog-seed.ts'
import { ensureDemoMonths } from './month-seed.ts'
import { insertDemoSite } from './site-seed.ts'

/** The content owner whose reports the demo has. */
export const demoOwner = 'demo'
const historyMonths = 7
const reportDelayDays = 2

/** Idempotent. Other instances that start at the same time wait. */
export const ensureDemoData = (
  db: Database,
  now: Date,
  encryption: Encryption,
  print: (line: string) => void,
): Promise<void> =>
  withLockRetry(db, 'demo', async () => {
    const started = performance.now()
    const isUsed = await isDatabaseUsed(db)
    if (!isUsed) {
      print('Creating the demo network …')
      await seedDemo(db, now)
    }
    if (await isDemoSeeded(db)) {
      await ensureDemoYoutube(db, now)
      await ensureMonths(db, now, encryption, print)
    }
    const seconds = Math.round((performance.now() - started) / 100) / 10
    if (!isUsed) print(`Created the demo network: ${seconds} s.`)
  })

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

const DatabaseUse = z.object({ isUsed: z.boolean() })

export async function isDatabaseUsed(db: Queryable): Promise<boolean> {
  const { isUsed } = await queryOne(
    db,
    DatabaseUse,
    sql`select exists (select from sites)
      or exists (select from report_loads where owner <> ${demoOwner}) as "isUsed"`,
  )
  return isUsed
}

const DemoState = z.object({ isSeeded: z.boolean() })

async function isDemoSeeded(db: Queryable): Promise<boolean> {
  const { isSeeded } = await queryOne(
    db,
    DemoState,
    sql`select exists (select from report_loads where owner = ${demoOwner} and report_type = 'claims') as "isSeeded"`,
  )
  return isSeeded
}

async function seedDemo(db: Database, now: Date): Promise<void> {
  const calendar = createCalendar(now)
  const videos = demoSites.flatMap((site) =>
    site.channels.flatMap((channel) =>
      createDemoVideos(site.domain, channel, calendar.length, getDemoHome(site)),
    ),
  )
  await bulkLoadFacts(db, demoOwner, generateFactsByDay(calendar, videos, now))
  const passwordHash = await hashPassword(demoPassword)
  // Last and in one transaction, so that an interrupted start seeds again.
  await db.transaction(async (tx) => {
    await insertExchangeRates(tx, calendar)
    await insertTracks(tx)
    await insertVideos(tx, demoOwner, calendar, videos, now)
    for (const site of demoSites) await insertDemoSite(tx, site, calendar, passwordHash)
    await recomputeDays(tx, calendar.at(0) ?? '', calendar.at(-1) ?? '')
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

function* generateFactsByDay(calendar: string[], videos: DemoVideo[], now: Date) {
  for (const [at, day] of calendar.entries()) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    const facts = videos.map((video) => createDemoFacts(video, at, weekday))
    const unit = { day, createTime: now }
    yield { ...unit, type: 'activity' as const, rows: facts.flatMap(({ activity }) => activity) }
    yield { ...unit, type: 'revenue' as const, rows: facts.flatMap(({ revenue }) => revenue) }
  }
}
