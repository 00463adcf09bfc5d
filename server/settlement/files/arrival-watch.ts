import { alertKinds } from '#contract/operations/operator-alerts.ts'
import { type AlertCause, selectOpenAlerts, syncAlerts } from '#server/platform/alerts/alerts.ts'
import { wholeInstallation } from '#server/platform/auth/installation.ts'
import { BusyError, type Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import { selectArrivals } from './arrivals.ts'

interface Dependencies {
  db: Database
  log: Log
  now: () => Date
}

const intervalMs = 3_600_000
const kind = 'months-late'
const otherKinds = alertKinds.filter((other) => other !== kind)

/** Alerts operators, hourly, when final files are late. Several instances do no harm. */
export function startArrivalWatch({ db, log, now }: Dependencies): () => Promise<void> {
  const watch = () =>
    syncArrivalAlerts(db, now()).catch((err: unknown) => {
      if (!(err instanceof BusyError)) log.warn({ err }, 'looking for late final files failed')
    })
  void watch()
  const timer = setInterval(() => void watch(), intervalMs).unref()
  return async () => clearInterval(timer)
}

/** Raises an alert for each content owner with late months, and ends those whose files have come. */
export const syncArrivalAlerts = (db: Database, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const owners = Map.groupBy(await selectArrivals(tx, now), ({ owner }) => owner)
    const alerted = (await selectOpenAlerts(tx, wholeInstallation)).filter((alert) => alert.kind === kind)
    for (const owner of new Set([...owners.keys(), ...alerted.map(({ subject }) => subject)])) {
      const late = (owners.get(owner) ?? []).filter(({ state }) => state === 'late')
      const causes: Omit<AlertCause, 'subject'>[] = late
        .slice(0, 1)
        .map(({ dueOn: day }) => ({ kind, day, count: late.length }))
      await syncAlerts(tx, owner, causes, otherKinds, now)
    }
  })
