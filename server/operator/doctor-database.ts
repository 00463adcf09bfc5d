import { isMigrated } from '#server/db/migrate.ts'
import type { Check } from './diagnostic.ts'
import { formatCount, formatInteger } from './format.ts'

const minServerVersion = 150_000
const mebibyte = 1024 * 1024

export const checkDatabase: Check = async ({ db }) => {
  const [server] = await db.query<{ version: string; number: number; bytes: number }>(
    `select current_setting('server_version') as version,
      current_setting('server_version_num')::integer as number,
      pg_database_size(current_database()) as bytes`,
  )
  if (!server) throw new Error('no answer')
  const kind = db.engine === 'pglite' ? 'embedded' : 'a server'
  const size = formatInteger(Math.ceil(server.bytes / mebibyte))
  const says = `PostgreSQL ${server.version} (${kind}), ${size} MiB`
  if (server.number >= minServerVersion) return [{ about: 'database', state: 'fine', says }]
  return [{ about: 'database', state: 'fault', says, todo: 'Use PostgreSQL 15 or newer.' }]
}

export const checkMigrations: Check = async ({ db }) => {
  if (await isMigrated(db)) return [{ about: 'tables', state: 'fine', says: 'as this version wants them' }]
  const todo = 'Start the newest version of the server once, or run any command with it.'
  return [{ about: 'tables', state: 'fault', says: 'some migrations are missing', todo }]
}

export const checkLists: Check = async ({ db }) => {
  const behind = await db.query('select from report_state where lists_revision <> data_revision')
  if (behind.length === 0) return [{ about: 'lists', state: 'fine', says: 'made of the newest figures' }]
  return [
    {
      about: 'lists',
      state: 'warning',
      says: 'made of older figures: reports do not agree with each other yet',
      todo: 'If it stays so when no import runs, start the server again, or import the newest folder.',
    },
  ]
}

export const checkJobs: Check = async ({ db }) => {
  const about = 'background work'
  const [made] = await db.query<{ there: boolean }>(`select to_regclass('jobs.job') is not null as there`)
  if (!made?.there) return [{ about, state: 'fine', says: 'there was none yet' }]
  const rows = await db.query<{ name: string; waiting: number }>(
    `select name,
      count(*) as waiting
    from jobs.job
    where state::text in ('created', 'retry')
      and start_after < now() - interval '1 hour'
    group by name
    order by name`,
  )
  if (rows.length === 0) return [{ about, state: 'fine', says: 'nothing waits for longer than an hour' }]
  const which = rows.map(({ name, waiting }) => `${name} ${waiting}`).join(', ')
  const all = rows.reduce((sum, { waiting }) => sum + waiting, 0)
  return [
    {
      about,
      state: 'warning',
      says: `${formatCount(all, 'piece')} waiting for longer than an hour (${which})`,
      todo: 'Is a server running? It does the work; if one is, its log says why it does not.',
    },
  ]
}
