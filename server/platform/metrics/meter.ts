import type { Database } from '#server/platform/db/database.ts'
import type { createGauge } from './registry.ts'

interface StateContext {
  db: Pick<Database, 'query'>
  now: Date
  gauge: typeof createGauge
}

/** Creates gauges and sets them to what the database says: cheaply, since every scrape may ask. */
export type StateMeter = (context: StateContext) => Promise<void>

export interface StateSubject {
  meter: StateMeter
  /** Scrapes within this time get the same measurement. */
  maxAgeMs: number
}
