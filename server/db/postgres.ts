import postgres from 'postgres'
import { BusyError, type Database, exactInteger, type Queries } from './connect.ts'

const settings = { plan_cache_mode: 'force_custom_plan', jit: 'off', work_mem: '48MB', TimeZone: 'UTC' }

const types = {
  int8: { to: 20, from: [20], serialize: String, parse: exactInteger },
  date: { to: 1082, from: [1082], serialize: String, parse: (text: string) => text },
  time: {
    to: 1184,
    from: [1184],
    serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
    parse: (text: string) => new Date(text).toISOString(),
  },
}

/** A pool of connections to a PostgreSQL server. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = postgres(url, {
    max: 10,
    types,
    connection: settings,
    onnotice: () => {},
    connect_timeout: 10,
  })
  await pool.unsafe('select 1')
  return {
    engine: 'postgres',
    lost: new Promise(() => {}),
    ...queriesOn(pool),
    transaction: (work) => pool.begin((connection) => work(queriesOn(connection))) as ReturnType<typeof work>,
    exclusive: (name, work) => holding(pool, name, work),
    close: () => pool.end({ timeout: 5 }),
  }
}

function queriesOn(connection: postgres.Sql | postgres.TransactionSql | postgres.ReservedSql): Queries {
  return {
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      const rows = await connection.unsafe(text, values as postgres.ParameterOrJSON<never>[], {
        prepare: true,
      })
      return [...rows] as unknown as Row[]
    },
    async copy(into, chunk) {
      const stream = await connection.unsafe(`copy ${into} from stdin`).writable()
      await new Promise<void>((resolve, reject) => {
        stream.on('error', reject).on('finish', resolve)
        stream.end(chunk)
      })
    },
    async exec(script) {
      await connection.unsafe(script)
    },
  }
}

/** An advisory lock of the server, on a connection of its own, so that it ends with the process. */
async function holding<Result>(
  pool: postgres.Sql,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const connection = await pool.reserve()
  try {
    const [row] = await connection.unsafe('select pg_try_advisory_lock(hashtext($1)) as held', [name])
    if (!row?.held)
      throw new BusyError(`Another process is already at work on "${name}". Wait until it has ended.`)
    try {
      return await work()
    } finally {
      await connection.unsafe('select pg_advisory_unlock(hashtext($1))', [name])
    }
  } finally {
    connection.release()
  }
}
