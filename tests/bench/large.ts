import type { PostgresServer } from '../../scripts/postgres-server.mjs'
import { measureAfterPublish } from './large/after-publish.ts'
import { measureAnswers } from './large/answers.ts'
import { type LargeBench, prepareLargeData } from './large/bench.ts'
import { measureImports } from './large/import.ts'
import { measureChannel, measureOwnerDay } from './large/lists.ts'
import { measureMetadata } from './large/metadata.ts'
import { measureCatalogCalls, measureGrowth, measureReportCalls } from './large/report-calls.ts'
import { printResults, type Result } from './large/results.ts'
import { measureServer } from './large/server-process.ts'

/** Measurements by the name that `--only` takes. The last ones change the data set, and restore it. */
const measurements = {
  calls: measureReportCalls,
  answers: measureAnswers,
  catalog: measureCatalogCalls,
  server: measureServer,
  growth: measureGrowth,
  import: measureImports,
  'after-publish': measureAfterPublish,
  channel: measureChannel,
  'owner-day': measureOwnerDay,
  metadata: measureMetadata,
} satisfies Record<string, (bench: LargeBench) => Promise<Result[]>>

export const measurementNames = Object.keys(measurements)

export interface LargeBenchOptions {
  size: number
  rounds: number
  /** Names of measurements; empty: all. */
  only: readonly string[]
  /** Fills the data set and measures nothing. */
  fillOnly: boolean
}

/** Fills a large data set unless it is already there, and measures it. @returns whether all targets are met */
export async function benchLarge(
  server: PostgresServer,
  { size, rounds, only, fillOnly }: LargeBenchOptions,
): Promise<boolean> {
  const bench = await prepareLargeData(server, size, rounds)
  if (fillOnly) {
    console.log(`The data set is in ${bench.url}`)
    return true
  }
  const results: Result[] = []
  for (const [name, measure] of Object.entries(measurements)) {
    if (only.length > 0 && !only.includes(name)) continue
    console.error(`Measuring ${name} …`)
    const measured = await measure(bench)
    printResults(name, measured)
    results.push(...measured)
  }
  printResults(`Targets on PostgreSQL, size ${size}`, results)
  return results.every(({ isMet }) => isMet !== false)
}
