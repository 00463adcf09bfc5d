import { connect as connectSocket, type Socket } from 'node:net'
import postgres from 'postgres'
import {
  ChangeFeed,
  type ListenConnection,
  type ListenConnectionEvents,
} from '#server/platform/db/change-feed.ts'
import {
  BusyError,
  type Database,
  markDatabaseError,
  type Queryable,
  type Snapshot,
} from '#server/platform/db/database.ts'
import { PoolUsage } from '#server/platform/db/pool-usage.ts'
import { postgresTypes } from './postgres-types.ts'
import { createQueryable, toText } from './queryable.ts'

/** For statements in progress: a server that is stopped has eight seconds in all, and its jobs take four of them. */
const closeTimeoutSeconds = 2

const sessionSettings = {
  jit: 'off',
  work_mem: '48MB',
  TimeZone: 'UTC',
}

/** `poolSize`: connections for statements that are planned each time, and as many for those that are planned once. */
export async function openPostgres(url: string, poolSize: number): Promise<Database> {
  const openPool = (planCacheMode: 'force_custom_plan' | 'force_generic_plan') =>
    postgres(url, {
      max: poolSize,
      types: postgresTypes,
      fetch_types: false,
      connection: { ...sessionSettings, plan_cache_mode: planCacheMode },
      onnotice: () => {},
      connect_timeout: 10,
      ...createSocketOption(),
    })
  const pool = openPool('force_custom_plan')
  const [server] = await pool.unsafe(
    `select exists (select from pg_extension where extname = 'citus') as "isCluster"`,
  )
  const usage = new PoolUsage('planned_each_time', poolSize)
  // A cluster finds the shards of a statement by its values.
  const plannedPool = server?.isCluster ? pool : openPool('force_generic_plan')
  const plannedUsage = plannedPool === pool ? usage : new PoolUsage('planned_once', poolSize)
  const locks = openLocks(url)
  const changeFeed = new ChangeFeed((events) => openListenConnection(url, events))
  return {
    engine: 'postgres',
    failure: new Promise(() => {}),
    ...connect(pool, { plannedPool, usage, plannedUsage, onWrite: () => changeFeed.recordWrite() }),
    async transaction(work) {
      try {
        return await usage.track(() => begin(pool, '', (connection) => work(connect(connection))))
      } finally {
        changeFeed.recordWrite()
      }
    },
    readSnapshot: (work) =>
      usage.track(() =>
        begin(pool, 'isolation level repeatable read read only', (connection) =>
          work(createSnapshot(connection)),
        ),
      ),
    withLock: locks.withLock,
    listen: (listener) => changeFeed.subscribe(listener),
    drainChanges: () => changeFeed.drain(),
    getPools: () => [...new Set([usage, plannedUsage])].map(({ state }) => state),
    async close() {
      await changeFeed.close()
      await Promise.all([
        locks.close(),
        ...[...new Set([pool, plannedPool])].map((one) => one.end({ timeout: closeTimeoutSeconds })),
      ])
    },
  }
}

/** A transaction. Errors of the driver are marked, those of `work` are passed on. */
async function begin<Result>(
  pool: postgres.Sql,
  options: string,
  work: (connection: postgres.TransactionSql) => Promise<Result>,
): Promise<Result> {
  let workError: unknown
  try {
    return (await pool.begin(options, (connection) =>
      work(connection).catch((error: unknown) => {
        workError = error
        throw error
      }),
    )) as Result
  } catch (error) {
    throw error === workError ? error : markDatabaseError(error)
  }
}

async function withOrigin<Result>(query: () => Promise<Result>): Promise<Result> {
  try {
    return await query()
  } catch (error) {
    throw markDatabaseError(error)
  }
}

/**
 * Sockets without Nagle's algorithm: the driver leaves it on, and each `copy` then waits 40 ms for an acknowledgment.
 * The driver buffers what it writes until they are connected, and handles their errors as those of its own sockets.
 */
function createSocketOption(): object {
  let attempts = 0
  return {
    socket({ path, host, port }: { path?: string; host: string[]; port: number[] }): Socket {
      if (path) return connectSocket(path)
      const server = attempts++ % host.length
      const address = { host: host[server] ?? '', port: port[server] ?? 0 }
      // The driver reads the name for TLS from `host`.
      return Object.assign(connectSocket({ ...address, noDelay: true }), { host: address.host })
    },
  }
}

function openListenConnection(
  url: string,
  { onNotification, onClose }: ListenConnectionEvents,
): ListenConnection {
  const connection = postgres(url, {
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    connect_timeout: 10,
    connection: { application_name: 'hookline changes' },
    onnotice: () => {},
    onclose: onClose,
    // Missing from the driver's types.
    ...{ onnotify: (_: string, payload: string) => onNotification(payload) },
  })
  return {
    send: (statement) => connection.unsafe(statement).simple(),
    end: () => connection.end({ timeout: 0 }),
  }
}

type Connection = postgres.Sql | postgres.TransactionSql | postgres.ReservedSql

interface ConnectOptions {
  plannedPool?: Connection
  /** Tracks the pools; a transaction counts as a whole. */
  usage?: Pick<PoolUsage, 'track'>
  plannedUsage?: Pick<PoolUsage, 'track'>
  onWrite?: () => void
}

const untracked: Pick<PoolUsage, 'track'> = { track: (work) => work() }

const connect = (
  connection: Connection,
  {
    plannedPool = connection,
    usage = untracked,
    plannedUsage = untracked,
    onWrite = () => {},
  }: ConnectOptions = {},
): Queryable =>
  createQueryable({
    async run(statement, { plan = 'custom' } = {}) {
      const [target, targetUsage] = plan === 'generic' ? [plannedPool, plannedUsage] : [connection, usage]
      const values = statement.values as postgres.ParameterOrJSON<never>[]
      const rows = await targetUsage.track(() =>
        withOrigin(async () => target.unsafe(statement.text, values, { prepare: true })),
      )
      if (rows.command !== 'SELECT') onWrite()
      return { rows, count: rows.count ?? 0 }
    },
    async copyIn(into, chunk) {
      await usage.track(async () => {
        const query = connection.unsafe(`copy ${into} from stdin`)
        // Workaround: the driver passes errors that come after the end of the stream only to the query, which is settled then.
        const failure = new Promise<never>((_, reject) => Object.assign(query, { reject }))
        const copied = query.writable().then(
          (stream) =>
            new Promise<void>((resolve, reject) => {
              stream.on('error', reject).on('finish', resolve)
              stream.end(chunk)
            }),
        )
        await withOrigin(() => Promise.race([copied, failure]))
      })
      onWrite()
    },
    async exec(script) {
      await usage.track(() => withOrigin(async () => connection.unsafe(script)))
      onWrite()
    },
  })

const createSnapshot = (connection: postgres.TransactionSql): Snapshot => ({
  ...connect(connection),
  async copyOut(select) {
    const stream = await connection.unsafe(`copy (${toText(select)}) to stdout`).readable()
    const chunks: Uint8Array[] = []
    for await (const chunk of stream) chunks.push(chunk)
    // Workaround: the driver pauses its socket when the last rows arrive together with the end of the stream.
    stream._read(0)
    return Buffer.concat(chunks)
  },
})

/**
 * Advisory locks of one connection, which are released if the process dies. It is not one of the pool, because `reserve`
 * of the driver waits forever for a new connection without `fetch_types`: https://github.com/porsager/postgres/issues/751
 */
function openLocks(url: string) {
  const connection = postgres(url, {
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    connect_timeout: 10,
    connection: { application_name: 'hookline locks' },
    onnotice: () => {},
  })
  const acquire = async (name: string) =>
    withOrigin(async () => connection`select pg_try_advisory_lock(hashtext(${name})) as held`)
  const release = async (name: string) =>
    withOrigin(async () => connection`select pg_advisory_unlock(hashtext(${name}))`)
  // The connection gets a lock again that it has already.
  const heldLocks = new Set<string>()
  return {
    async withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      if (heldLocks.has(name))
        throw new BusyError(`"${name}" is already running. Wait until it has finished.`)
      heldLocks.add(name)
      try {
        const [row] = await acquire(name)
        if (!row?.held)
          throw new BusyError(`"${name}" is already running in another process. Wait until it has finished.`)
        try {
          return await work()
        } finally {
          await release(name)
        }
      } finally {
        heldLocks.delete(name)
      }
    },
    close: () => connection.end({ timeout: closeTimeoutSeconds }),
  }
}
