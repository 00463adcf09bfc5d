import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from '#server/platform/db/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

export interface DatabaseLoad {
  seconds: number
  /** CPU time of all the server's processes; undefined for a server on another machine. */
  cpuSeconds: number | undefined
  walBytes: number
  /** Undefined without pg_stat_statements. */
  temporaryBytes: number | undefined
}

const clockTicksPerSecond = 100

/** Measures the server's work from now until the returned function is called. */
export async function startLoadMeasurement(
  db: Database,
  serverProcessId: number | undefined,
): Promise<() => Promise<DatabaseLoad>> {
  const started = performance.now()
  const cpuBefore = readServerCpuSeconds(serverProcessId)
  const before = await selectCounters(db)
  return async () => {
    const seconds = (performance.now() - started) / 1000
    const cpu = readServerCpuSeconds(serverProcessId)
    const after = await selectCounters(db)
    return {
      seconds,
      cpuSeconds: cpu === undefined || cpuBefore === undefined ? undefined : cpu - cpuBefore,
      walBytes: after.walBytes - before.walBytes,
      temporaryBytes:
        after.temporaryBytes === undefined || before.temporaryBytes === undefined
          ? undefined
          : after.temporaryBytes - before.temporaryBytes,
    }
  }
}

async function selectCounters(db: Database) {
  const [wal] = await queryRaw<{ bytes: number }>(
    db,
    `select (pg_current_wal_insert_lsn() - '0/0')::bigint as bytes`,
  )
  const temporaryBytes = await selectTemporaryBytes(db)
  return { walBytes: wal?.bytes ?? 0, temporaryBytes }
}

async function selectTemporaryBytes(db: Database): Promise<number | undefined> {
  if (!(await enableStatementStatistics(db))) return undefined
  const [row] = await queryRaw<{ bytes: number }>(
    db,
    `select coalesce(sum(temp_blks_written), 0)::bigint * current_setting('block_size')::bigint as bytes
    from pg_stat_statements`,
  )
  return row?.bytes
}

/** @returns whether the server counts statements */
export async function enableStatementStatistics(db: Database): Promise<boolean> {
  const [setting] = await queryRaw<{ libraries: string }>(
    db,
    `select current_setting('shared_preload_libraries') as libraries`,
  )
  if (!setting?.libraries.includes('pg_stat_statements')) return false
  await queryRaw(db, 'create extension if not exists pg_stat_statements')
  return true
}

/** Covers the server, its processes, and those that have ended; undefined where the system does not report them. */
function readServerCpuSeconds(serverProcessId: number | undefined): number | undefined {
  const server = serverProcessId === undefined ? undefined : readProcess(serverProcessId)
  if (!server) return undefined
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((one) => one?.parent === serverProcessId)
  const ticks = children.reduce((sum, child) => sum + (child?.ownTicks ?? 0), 0)
  return (server.ownTicks + server.endedChildrenTicks + ticks) / clockTicksPerSecond
}

function readProcess(processId: number) {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8')
    // The second field is the name in parentheses; the third, the state, comes first here.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    )
    return { parent, ownTicks: user + system, endedChildrenTicks: endedUser + endedSystem }
  } catch {
    return undefined
  }
}
