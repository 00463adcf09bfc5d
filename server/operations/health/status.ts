import { countOpenAlerts } from '#server/platform/alerts/alerts.ts'
import { wholeInstallation } from '#server/platform/auth/installation.ts'
import { cacheBriefly } from '#server/platform/cache/single-flight.ts'
import type { Database } from '#server/platform/db/database.ts'
import { selectLatestCompleteDay } from '#server/reports/completeness/completeness.ts'
import { getDueDay } from '#server/reports/completeness/freshness.ts'
import { selectConnections } from '#server/reports/fetching/connections.ts'

/** Public: no names. */
interface Status {
  /** `latestDay`: of which every content owner has reported everything; null: no figures, which are not late. */
  figures: { latestDay: string | null; isLate: boolean }
  fetching: { connected: number; needsPerson: number }
}

/** Anybody may ask. */
const maxAgeMs = 5_000

export const createStatusReader = (db: Database, now: () => Date): (() => Promise<Status>) =>
  cacheBriefly((time) => readStatus(db, time), maxAgeMs, now)

async function readStatus(db: Database, now: Date): Promise<Status> {
  const latestDay = await selectLatestCompleteDay(db)
  return {
    figures: { latestDay, isLate: latestDay !== null && latestDay < getDueDay(now) },
    fetching: {
      connected: (await selectConnections(db)).length,
      needsPerson: await countOpenAlerts(db, wholeInstallation),
    },
  }
}
