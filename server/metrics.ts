import { measureJobs } from './platform/jobs/metrics.ts'
import { measureMails } from './platform/mail/metrics.ts'
import type { StateSubject } from './platform/metrics/meter.ts'
import { measureFreshness, measureLoads } from './reports/completeness/metrics.ts'
import { measureFetching } from './reports/fetching/metrics.ts'

/** Counts rows in the database, room by room. Reports change rarely, and there may be many. */
export const stateSubjects: readonly StateSubject[] = [
  { meter: measureLoads, maxAgeMs: 60_000 },
  { meter: measureFreshness, maxAgeMs: 60_000 },
  { meter: measureFetching, maxAgeMs: 60_000 },
  { meter: measureJobs, maxAgeMs: 5_000 },
  { meter: measureMails, maxAgeMs: 5_000 },
]
