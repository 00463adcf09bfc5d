import { syncAlerts } from '#server/platform/alerts/alerts.ts'
import type { Config } from '#server/platform/config.ts'
import { BusyError, type Database } from '#server/platform/db/database.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { Log } from '#server/platform/log.ts'
import { UnlikelyRateError, updateExchangeRates } from './exchange-rates.ts'
import { RatesUnavailableError, readRates } from './source.ts'

interface Dependencies {
  db: Database
  log: Log
  now: () => Date
  source: NonNullable<Config['ratesSource']>
}

const intervalMs = 3_600_000
const subject = 'exchange rates'

/** Hourly, by one instance at a time. */
export function startRateUpdates(dependencies: Dependencies): () => Promise<void> {
  const update = () =>
    updateRates(dependencies).catch((err: unknown) => {
      if (!(err instanceof BusyError)) dependencies.log.error({ err }, 'updating exchange rates failed')
    })
  void update()
  const timer = setInterval(() => void update(), intervalMs).unref()
  return async () => clearInterval(timer)
}

/** All or nothing. What the source gets wrong leaves the rates as they are, and alerts the operator. */
export const updateRates = ({ db, log, now, source }: Dependencies): Promise<void> =>
  db.withLock('exchange rates', async () => {
    const alert = (isRefused: boolean) =>
      db.transaction((tx) => syncAlerts(tx, subject, isRefused ? [{ kind: 'rates-refused' }] : [], [], now()))
    try {
      const rates = await readRates(source, now())
      const actor = { kind: 'background' } as const
      const changed = await updateExchangeRates(db, rates, { action: 'rates update', actor })
      if (changed > 0) log.info({ changed }, 'exchange rates updated')
      await alert(false)
    } catch (error) {
      if (error instanceof RatesUnavailableError)
        return log.warn({ reason: error.message }, 'exchange rates unavailable')
      if (!(error instanceof FileRefusal || error instanceof UnlikelyRateError)) throw error
      log.warn({ reason: error.message }, 'exchange rates refused')
      await alert(true)
    }
  })
