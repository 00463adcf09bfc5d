import { readFileSync } from 'node:fs'
import type { Database } from '#server/platform/db/database.ts'
import { collectProcessMetrics, createGauge, type Snapshot, takeProcessSnapshot } from './registry.ts'
import { createStateSnapshots, type StateDependencies } from './state.ts'

export const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as {
  version: string
}

const build = createGauge({
  name: 'hookline_build_info',
  help: 'Always 1; version of Hookline and of Node.',
  labels: ['version', 'node'],
  aggregator: 'first',
})

const processes = createGauge({
  name: 'hookline_processes',
  help: 'Server processes that answer requests.',
})

const startTime = createGauge({
  name: 'hookline_process_start_time_seconds',
  help: 'When the youngest server process was started, in Unix time.',
  aggregator: 'max',
})

const poolGauge = (name: `hookline_${string}`, help: string) => createGauge({ name, help, labels: ['pool'] })
const poolSize = poolGauge(
  'hookline_database_pool_size',
  'Connections to the database that a pool may have, in all processes.',
)
const poolInUse = poolGauge('hookline_database_pool_in_use', 'Connections of a pool that are in use.')
const poolWaiting = poolGauge(
  'hookline_database_pool_waiting',
  'Statements and transactions that wait for a connection of a pool.',
)

function measurePools(db: Pick<Database, 'getPools'>): void {
  for (const { name: pool, size, running } of db.getPools()) {
    poolSize.set({ pool }, size)
    poolInUse.set({ pool }, Math.min(size, running))
    poolWaiting.set({ pool }, Math.max(0, running - size))
  }
}

export interface SnapshotOptions {
  /** True for the one process that also reports what all processes share. */
  withState: boolean
}

export type TakeSnapshot = (options: SnapshotOptions) => Promise<Snapshot>

export function createSnapshots(dependencies: StateDependencies & { db: Database }): TakeSnapshot {
  collectProcessMetrics()
  build.set({ version, node: process.versions.node }, 1)
  processes.set(1)
  startTime.set(Math.round(performance.timeOrigin) / 1000)
  const takeStateSnapshot = createStateSnapshots(dependencies)
  return async ({ withState }) => {
    const state = withState ? await takeStateSnapshot() : []
    measurePools(dependencies.db)
    return [...(await takeProcessSnapshot()), ...state]
  }
}
