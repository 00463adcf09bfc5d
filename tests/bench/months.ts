import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import postgres from 'postgres'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { exportMonth } from '#contract/settlement/months.ts'
import { exportStatement } from '#contract/settlement/statement-detail.ts'
import { exportPayments } from '#contract/settlement/statement-payments.ts'
import { createSession } from '#server/platform/auth/sessions.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { draftMonth } from '#server/settlement/closing/drafts.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'
import { startServer } from './processes.ts'

const members = 1_000
const channelsPerMember = 20
const channels = members * channelsPerMember
const videosPerChannel = 5
const month = '2026-03-01'
const owner = 'bench'
const domain = 'bench.example'
const managerId = 1
const krwMicros = 1_400_000_000
const targetSeconds = 60

const files = {
  video_summary: 'Adjustment Type,Video ID,Channel ID,Partner Revenue : Auction,Partner Revenue',
  red_rawdata_video: 'Adjustment Type,Day,Country,Video ID,Channel ID,Claim Type,Owned Views,Partner Revenue',
  shorts_ads_video_summary:
    'Adjustment Type,Video ID,Channel ID,Engaged Views,Net Partner Revenue (Post revshare)',
  shorts_non_music_subscription_video_summary:
    'Adjustment Type,Day,Country,Video ID,Channel ID,Owned Subscription Views,Partner Revenue',
}
type FileKind = keyof typeof files

export type MonthsEnv = Record<'DATABASE_URL', string> & Partial<Record<'DATA_DIR', string>>

/** Creates an empty database on the server. @returns its URL */
export async function createMonthsDatabase(serverUrl: string): Promise<string> {
  const url = new URL(serverUrl)
  url.pathname = '/hookline_bench_months'
  const client = postgres(serverUrl, { max: 1, onnotice: () => {} })
  try {
    await client.unsafe('drop database if exists hookline_bench_months')
    await client.unsafe('create database hookline_bench_months')
  } finally {
    await client.end()
  }
  return url.href
}

/**
 * Measures a month of 1,000 members with 20 channels each: final files of half a million lines are imported, and the
 * month is divided, closed and exported.
 * @returns whether closing and exporting meet the target
 */
export async function measureMonths(engine: string, env: MonthsEnv, folder: string): Promise<boolean> {
  const db = await openDatabase({ databaseUrl: env.DATABASE_URL || undefined, dataDir: env.DATA_DIR ?? '' })
  await migrate(db)
  await fillNetwork(db)
  const paths = await writeFinalFiles(folder)
  const seconds: Record<string, number> = {}
  const measure = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const started = performance.now()
    const result = await work()
    seconds[name] = (performance.now() - started) / 1_000
    return result
  }
  const outcomes = await measure('import', () => importMonthFiles(db, paths, { owner }))
  for (const outcome of outcomes)
    if (outcome.result !== 'loaded') throw new Error(`${outcome.name} was not imported.`)
  const options = { month, krwMicros, now: new Date() }
  await measure('preview', () => db.readSnapshot((view) => draftMonth(view, options)))
  const explanation = 'Made for a measurement.'
  const { statements } = await measure('close', () => closeAndRelease(db, { ...options, explanation }))
  const rows = await measure('list', () => selectStatements(db, { month }))
  const { token } = await createSession(db, managerId, new Date())
  const ids = rows.map(({ id }) => id)
  const mails = await queryRaw(db, `select from mails where kind = 'statement'`)
  const entries = await countEntries(db)
  await db.close()
  const server = await startServer({ ...env, DEMO: '0' })
  const bytes = await measure('export', () => exportAll(server.origin, token, ids)).finally(() =>
    server.stop(),
  )
  const total = (seconds.close ?? 0) + (seconds.list ?? 0) + (seconds.export ?? 0)
  const times = Object.entries(seconds).map(([name, time]) => `${name} ${time.toFixed(1)} s`)
  console.log(
    `${engine}: a month of ${statements.length} statements with ${entries} entries and ${mails.length} mails: ${times.join(', ')}; ${Math.round(bytes / 1_000)} kB of CSV`,
  )
  const isMet = total < targetSeconds
  console.log(
    `${engine}: closed and exported in ${total.toFixed(1)} s, target ${targetSeconds} s: ${isMet ? 'met' : 'MISSED'}`,
  )
  return isMet
}

/** Exports the month, the payments, and each statement with all its lines, one after another. @returns bytes */
async function exportAll(origin: string, token: string, ids: readonly number[]): Promise<number> {
  let bytes = 0
  const requests: [Endpoint, Record<string, string>][] = [
    [exportMonth, { month: month.slice(0, 7) }],
    [exportPayments, { month: month.slice(0, 7) }],
    ...ids.map((id): [Endpoint, Record<string, string>] => [exportStatement, { id: String(id) }]),
  ]
  for (const [endpoint, query] of requests) {
    const path = `/${endpoint.path}?${new URLSearchParams(query)}`
    const headers = signHeaders('GET', path, undefined, { domain, token })
    const response = await fetch(`${origin}/api${path}`, { headers })
    const text = await response.text()
    if (!response.ok || text.split('\n').length < 3) throw new Error(`${path}: ${response.status} ${text}`)
    bytes += Buffer.byteLength(text)
  }
  return bytes
}

async function countEntries(db: Database): Promise<number> {
  const [row] = await queryRaw<{ count: number }>(db, 'select count(*)::integer as count from ledger_entries')
  return row?.count ?? 0
}

/** Every 50th channel has two members; the month has daily estimates in three countries. */
async function fillNetwork(db: Database): Promise<void> {
  await execRaw(
    db,
    `insert into sites (domain, name) values ('bench.example', 'Bench');
    insert into accounts (id, kind, site_id, network_id, email, nickname)
    overriding system value
    select 1, 'network', id, 1, 'person1@bench.example', 'Person 1' from sites;
    insert into accounts (id, site_id, network_id, roles, email, nickname, password_hash, email_confirmed_at)
    overriding system value
    select n, (select id from sites), 1, '{member}', 'person' || n || '@bench.example', 'Person ' || n, 'x', now()
    from generate_series(2, ${members + 1}) n;
    insert into fee_rates (account_id, from_day, permille)
    select n, '2025-01-01', 100 + n % 200 from generate_series(2, ${members + 1}) n;
    insert into channels (registration_id, channel_id, network_id, name, category, approval_status, verification_status,
      verification_code, earns_from)
    overriding system value
    select n, 'UC' || lpad(n::text, 22, '0'), 1, 'Channel ' || n, 'people', 2, 'verified', 'ABCD1234', '2025-01-01'
    from generate_series(1, ${channels}) n;
    insert into assignments (registration_id, account_id, from_day)
    select n, 2 + n % ${members}, '2025-01-01'::date from generate_series(1, ${channels}) n;
    insert into assignments (registration_id, account_id, from_day)
    select n, 2 + (n + 1) % ${members}, '2026-03-14'::date from generate_series(50, ${channels}, 50) n;
    insert into payout_shares (registration_id, from_day, account_id, permille)
    select n, '2026-03-14'::date, 2 + (n + m) % ${members}, 400 from generate_series(50, ${channels}, 50) n, generate_series(0, 1) m;
    insert into payees (account_id, kind, details, masked_account, entered_at, confirmed_at, confirmed_network_id)
    select n, 'individual', '', '•••• 1234', now(), now(), 1 from generate_series(1, ${members + 1}) n;
    insert into withholding_rates values ((select id from sites), 'individual', '2026-01-01', 30, 100);
    select ensure_month_partitions('${month}');
    insert into report_loads (report_type, owner, day, create_time, file_name, sha256, row_count, state)
    select 'revenue', '${owner}', '${month}'::date + n, now(), 'a file', n::text, 0, 'current' from generate_series(0, 30) n;
    insert into report_current (report_type, owner, day, load_id)
    select report_type, owner, day, id from report_loads;
    insert into revenue_facts (day, load_id, channel_id, video_id, country, revenue_micros, premium_revenue_micros)
    select l.day, l.id, 'UC' || lpad(n::text, 22, '0'), 'v' || lpad(n::text, 10, '0'), c.country,
      1000 * (1 + (n * 7 + extract(day from l.day)::integer) % 90), 0
    from report_loads l, generate_series(1, ${channels}) n, (values ('KR'), ('US'), ('JP')) c (country);
    insert into country_daily (channel_id, day, country, owner, views, revenue_micros)
    select f.channel_id, f.day, f.country, '${owner}', 100, f.revenue_micros from revenue_facts f;
    analyze;`,
  )
}

async function writeFinalFiles(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const paths: string[] = []
  for (const [kind, header] of Object.entries(files)) {
    const path = join(folder, `YouTube_bench_M_20260301_${kind}_v1-1.csv`)
    await writeLines(path, header, kind as FileKind)
    paths.push(path)
  }
  return paths
}

async function writeLines(path: string, header: string, kind: FileKind): Promise<void> {
  const stream = createWriteStream(path)
  stream.write(`${header}\n`)
  for (let channel = 1; channel <= channels; channel++)
    for (let at = 0; at < videosPerChannel; at++) {
      const ids = `v${at}${String(channel).padStart(9, '0')},UC${String(channel).padStart(22, '0')}`
      const amount = (((channel * 31 + at * 17) % 4_000) / 1_000).toFixed(10)
      const [beforeIds, afterIds] = lineParts[kind]
      const isFree = stream.write(`None,${beforeIds}${ids},${afterIds}${amount}\n`)
      if (!isFree) await new Promise((resolve) => stream.once('drain', () => resolve(undefined)))
    }
  stream.end()
  await finished(stream)
}

const lineParts: Record<FileKind, readonly [beforeIds: string, afterIds: string]> = {
  video_summary: ['', '0,'],
  red_rawdata_video: ['20260301,KR,', 'Audio,5,'],
  shorts_ads_video_summary: ['', '90,'],
  shorts_non_music_subscription_video_summary: ['20260301,KR,', '5,'],
}
