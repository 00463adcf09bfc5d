// @module-tag adapter
// @module-tag one-server
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { restoreBackup } from '#server/operations/backup/restore.ts'
import { selectTables } from '#server/operations/backup/tables.ts'
import { writeBackup } from '#server/operations/backup/writer.ts'
import { createEncryption } from '#server/platform/auth/encryption.ts'
import { findSite } from '#server/platform/auth/sites.ts'
import { openInMemory } from '#server/platform/db/adapters/pglite.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { readRefreshToken, recordConsent } from '#server/reports/fetching/connections.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { startApi } from '#tests/support/api.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { dumpRows, findFilledTables } from '#tests/support/database-dump.ts'
import { channelIdFor, type Fact, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import {
  formatAds,
  formatMonthFile,
  formatPaidFeatures,
  formatPaymentSummary,
  monthFileName,
  purchase,
} from '#tests/support/month-files.ts'
import { runOperator } from '#tests/support/operator.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  claimRow,
  createReportFolder,
  formatActivity,
  formatClaims,
  formatMetadata,
  formatRevenue,
  metadataRow,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'
import { findBrokenRollupInvariants } from '#tests/support/report-invariants.ts'
import { startServer } from '#tests/support/server-process.ts'

let image: Uint8Array
let folder: string
let reports: Awaited<ReturnType<typeof createReportFolder>>
let source: Database
let token: string
/** Path of a backup of the source. */
let goodBackup: string

beforeAll(async () => {
  const empty = await openInMemory()
  image = await empty.dump()
  await empty.close()
  folder = await mkdtemp(join(tmpdir(), 'hookline-backup-'))
  reports = await createReportFolder()
  source = await createOwnDatabase()
  token = await fillDatabase(source)
  goodBackup = join(folder, 'good.gz')
  await writeBackup(source, goodBackup)
})
afterAll(async () => {
  await source.close()
  await reports.remove()
  await rm(folder, { recursive: true })
})

const specialCharacters = 'tab\there, back\\slash, line\nbreak, "quotes", null \\N, 한국어 🎵, \\.'

const buildFact = (day: string, name: string, views: number): Fact => ({
  day,
  channelId: channelIdFor('one'),
  videoId: videoIdFor(name),
  country: 'KR',
  views,
  premiumViews: Math.floor(views / 10),
  revenueMicros: views * 1_500,
  premiumRevenueMicros: views * 100,
})

/** Fills an installation with something in nearly every table. @returns the manager's token */
async function fillDatabase(db: Database): Promise<string> {
  const site = await createSite(db)
  const boss = await createAccount(db, site, 'boss@example.test')
  const member = await createAccount(db, site, 'member@example.test', boss)
  await queryRaw(db, 'update sites set default_network_id = $1', [boss])
  await queryRaw(db, 'update accounts set nickname = $1 where id = $2', [specialCharacters, member])
  await insertAssignment(db, await createChannel(db, boss, channelIdFor('one')), member)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-02-15', 125)`,
    [member],
  )
  await queryRaw(db, `insert into exchange_rates (day, krw_micros) values ('2026-02-01', 1400123456)`)
  await queryRaw(
    db,
    `insert into notices (site_id, title, body) values ($1, $2::text::jsonb, $2::text::jsonb)`,
    [site.id, JSON.stringify({ ko: specialCharacters, en: 'x'.repeat(200_000) })],
  )
  await queryRaw(
    db,
    `insert into tracks (isrc, name, artist, category) values ('KRA402000111', 'A song', 'Somebody', 'BGM')`,
  )
  await queryRaw(db, 'insert into site_homes (site_id, headline) values ($1, $2::text::jsonb)', [
    site.id,
    JSON.stringify({ ko: specialCharacters }),
  ])
  await queryRaw(
    db,
    `insert into site_images (site_id, kind, path, width, height, widths)
    values ($1, 'picture', 'homes/a', 900, 600, '{480,900}')`,
    [site.id],
  )
  const days = ['2026-01-30', '2026-02-01', '2026-02-02', '2026-02-03']
  await insertFacts(
    db,
    days.flatMap((day, at) => [1, 2, 3].map((n) => buildFact(day, `video${n}`, 1_000 * n + at))),
  )
  await importDay(db, '2026-02-04')
  await importMonths(db)
  await refreshLists(db)
  const api = await startApi(db)
  return signIn(api, 'boss@example.test')
}

/** Imports a replaced file, amounts with many decimals, and data for each table of final figures. */
async function importMonths(db: Database): Promise<void> {
  const sub = await reports.createSubfolder()
  const importOne = async (name: string, content: string) => {
    const path = join(sub, name)
    await writeFile(path, content)
    expect(await importMonthFiles(db, [path], { owner: 'main' })).toMatchObject([{ result: 'loaded' }])
  }
  const paid = purchase('one', { 'Purchase Type': specialCharacters.slice(0, 40), 'Earnings (USD)': '0.1' })
  const taxed = [channelIdFor('one'), 'Ads', '3.277208', '24%', '0.786530']
  const taxHeader = ['Channel ID', 'Revenue Source', 'US Sourced Revenue', 'Tax Withholding Rate']
  await importOne(monthFileName('video_summary'), formatAds([['one', '1.00000000000000000001']]))
  await importOne(monthFileName('video_summary'), formatAds([['', '-0.0000000001']]))
  await importOne(monthFileName('paid_features'), formatPaidFeatures([paid]))
  await importOne(
    monthFileName('affiliate_payment_summary'),
    formatMonthFile([...taxHeader, 'Tax Withheld Amount'], [taxed]),
  )
  await importOne(monthFileName('payment_summary'), formatPaymentSummary([['Total', '$1,234.50']]))
}

async function importDay(db: Database, day: string, rows = 50): Promise<void> {
  const sub = await reports.createSubfolder()
  const each = Array.from({ length: rows }, (_, n) => ({ video_id: videoIdFor(`import${n}`) }))
  await Promise.all([
    writeFile(
      join(sub, reportFileName('basic', day)),
      formatActivity(each.map((row) => activityRow(day, row))),
    ),
    writeFile(
      join(sub, reportFileName('estimated_revenue', day)),
      formatRevenue(each.map((row) => revenueRow(day, row))),
    ),
    writeFile(
      join(sub, reportFileName('video_metadata', day)),
      formatMetadata(each.map((row) => metadataRow({ ...row, video_title: `먹방, "${row.video_id}"` }))),
    ),
    writeFile(join(sub, reportFileName('active_claims', day)), formatClaims([claimRow()])),
  ])
  const { outcomes } = await importFiles(db, [sub])
  expect(outcomes.map(({ result }) => result)).toEqual(['loaded', 'loaded', 'loaded', 'loaded'])
}

/** Opens an embedded database without tables. */
const openUnmigrated = () => openInMemory(image)
const openEmbedded = async () => {
  const db = await openUnmigrated()
  await migrate(db)
  return db
}

async function readDashboardOf(db: Database) {
  const api = await startApi(db)
  return [
    await api.call(readDashboard, { token }),
    await api.call(readDashboard, { token, query: { period: 'month' } }),
  ]
}

describe('what is restored', () => {
  // The server is source and target if there is one; otherwise all databases are embedded.
  const targets: [string, () => Promise<Database>][] = [
    ['a prepared database', createOwnDatabase],
    ['an embedded one that nothing was started on', openUnmigrated],
  ]

  test.each(targets)('into %s is every row, and answers as before', async (_, open) => {
    const db = await open()
    try {
      expect(await restoreBackup(db, goodBackup)).toMatchObject({ tables: expect.any(Number) })
      expect(await dumpRows(db)).toEqual(await dumpRows(source))
      expect(await readDashboardOf(db)).toEqual(await readDashboardOf(source))
    } finally {
      await db.close()
    }
  })

  test.skipIf(!postgresUrl)('moves from an embedded database to a server', async () => {
    const [before, after, file] = [await openEmbedded(), await createOwnDatabase(), join(folder, 'moved.gz')]
    const signedIn = token
    try {
      token = await fillDatabase(before)
      await writeBackup(before, file)
      await restoreBackup(after, file)
      expect(await dumpRows(after)).toEqual(await dumpRows(before))
      expect(await readDashboardOf(after)).toEqual(await readDashboardOf(before))
    } finally {
      token = signedIn
      await Promise.all([before.close(), after.close()])
    }
  })

  test('goes on: sequences, foreign keys and imports', async () => {
    const db = await createOwnDatabase()
    try {
      await restoreBackup(db, goodBackup)
      const site = await findSite(db, 'example.test')
      if (!site) throw new Error('the site was not restored')
      const [last] = await queryRaw<{ id: number }>(db, 'select max(id) as id from accounts')
      expect(await createAccount(db, site, 'new@example.test')).toBeGreaterThan(last?.id ?? 0)
      await expect(queryRaw(db, 'update sites set default_network_id = 999')).rejects.toThrow(/foreign key/)
      const constraints = `select conname, condeferrable, condeferred from pg_constraint where contype = 'f' order by 1`
      expect(await queryRaw(db, constraints)).toEqual(await queryRaw(source, constraints))
      await importDay(db, '2026-03-01')
      expect(await findBrokenRollupInvariants(db)).toEqual([])
    } finally {
      await db.close()
    }
  })

  test('leaves out what counts for minutes', async () => {
    const kept = (await selectTables(source)).map(({ name }) => name)
    expect(kept).toContain('activity_facts_2026_02')
    expect(kept).toContain('audit_log')
    expect(kept.filter((name) => /rate_limit_windows|used_request_ids|_period/.test(name))).toEqual([
      'network_periods',
    ])
  })
})

test('a backup is of one moment while an import and other writes go on', async () => {
  const db = await createOwnDatabase()
  const copy = await createOwnDatabase()
  const file = join(folder, 'busy.gz')
  try {
    await fillDatabase(db)
    const writing = { on: true }
    // Each of these leaves as many rates as notices.
    const write = (async () => {
      for (let n = 0; writing.on; n++) {
        await db.transaction(async (tx) => {
          await queryRaw(
            tx,
            `insert into exchange_rates values ('2020-01-01'::date + $1::integer, 1000000)`,
            [n],
          )
          await queryRaw(
            tx,
            `insert into notices (site_id, title, body) select min(id), '{}', '{}' from sites`,
          )
        })
        // An embedded database serves one transaction at a time, so that it would serve little else without a pause.
        await setTimeout(10)
      }
    })()
    const imported = (async () => {
      for (const day of ['2026-03-01', '2026-04-01']) await importDay(db, day, 500)
      writing.on = false
    })()
    let backups = 0
    while (writing.on) {
      await rm(file, { force: true })
      await writeBackup(db, file)
      backups++
    }
    await Promise.all([write, imported])
    expect(backups).toBeGreaterThan(0)
    await restoreBackup(copy, file)
    const [counts] = await queryRaw<{ rates: number; notices: number }>(
      copy,
      'select (select count(*) from exchange_rates) as rates, (select count(*) from notices) as notices',
    )
    expect(counts?.rates).toBe(counts?.notices)
    expect(await findBrokenRollupInvariants(copy)).toEqual([])
  } finally {
    await Promise.all([db.close(), copy.close()])
  }
}, 120_000)

test('consents to fetch reports are in it encrypted, and only kept where that is asked for', async () => {
  const db = await createOwnDatabase()
  const encryption = createEncryption(async () => Buffer.alloc(32, 7))
  const refreshToken = '1//a-refresh-token'
  const consent = { owner: 'main', contentOwnerId: 'main', refreshToken, expiresAt: null }
  await recordConsent(db, encryption, consent, new Date())
  const file = join(folder, 'consents.gz')
  await writeBackup(db, file)
  const text = gunzipSync(await readFile(file)).toString('latin1')
  for (const form of [refreshToken, Buffer.from(refreshToken).toString('hex')])
    expect(text).not.toContain(form)
  for (const keepsConsents of [false, true]) {
    const copy = await createOwnDatabase()
    await restoreBackup(copy, file, { keepsConsents })
    expect(await readRefreshToken(copy, encryption, 'main')).toBe(keepsConsents ? refreshToken : null)
    await copy.close()
  }
  await db.close()
})

const packed = (plain: string) => gzipSync(Buffer.from(plain, 'latin1'))
/** Seals content together with its correct digest. */
const sealed = (plain: string) => {
  const body = plain.replace(/\{"sha256.*\n$/, '')
  const sha256 = createHash('sha256').update(body, 'latin1').digest('hex')
  return packed(`${body}${JSON.stringify({ sha256 })}\n`)
}

describe('of the first edition', () => {
  const fixtures = new URL('../fixtures/', import.meta.url)
  const firstEditionBackup = fileURLToPath(new URL('first-edition.backup.gz', fixtures))

  test.each([
    ['it', 1],
    ['one whose network has no manager any more', 0],
  ])('%s is restored as if that database had been upgraded', async (_, flag) => {
    const [db, upgraded] = [await createOwnDatabase(), await openUnmigrated()]
    try {
      const backup = gunzipSync(await readFile(firstEditionBackup)).toString('latin1')
      const file = join(folder, `first-edition-${flag}.backup.gz`)
      await writeFile(file, sealed(backup.replace('Boss\thash\t1', `Boss\thash\t${flag}`)))
      await restoreBackup(db, file)
      const rows = await readFile(new URL('first-edition.sql', fixtures), 'utf8')
      await execRaw(upgraded, rows.replace("'Boss', 'hash', 1", `'Boss', 'hash', ${flag}`))
      await migrate(upgraded)
      // A restore rebuilds the lists and the weekly ranks.
      await queryRaw(upgraded, 'update report_state set data_revision = data_revision + 1')
      await refreshLists(upgraded)
      // The upgrade sets deadlines; after a restore, the first sweep does.
      await execRaw(upgraded, 'update channels set expires_at = null')
      const [restoredRows, upgradedRows] = [await dumpRows(db), await dumpRows(upgraded)]
      expect({ ...restoredRows, report_state: [] }).toEqual({ ...upgradedRows, report_state: [] })
      expect(await queryRaw(db, 'select nextval($1) as id', ['tracks_id_seq'])).toEqual([{ id: 4 }])
    } finally {
      await Promise.all([db.close(), upgraded.close()])
    }
  })
})

describe('a file that is not as it was written', () => {
  let db: Database
  beforeAll(async () => {
    db = await createOwnDatabase()
  })
  afterAll(() => db.close())

  const text = async () => gunzipSync(await readFile(goodBackup)).toString('latin1')
  const whole = /is not a backup, or it is truncated or modified/

  const changes: [string, (file: Buffer) => Promise<Uint8Array>, RegExp][] = [
    ['cut off', async (file) => file.subarray(0, file.length - 100), whole],
    ['cut off in its middle', async (file) => file.subarray(0, file.length / 2), whole],
    ['empty', async () => new Uint8Array(), whole],
    ['something else', async () => Buffer.from('a,b,c\n'), whole],
    ['something else in gzip', async () => packed('a,b,c\n'), whole],
    [
      'changed in one bit',
      async (file) => {
        const changed = Buffer.from(file)
        changed.writeUInt8(changed.readUInt8(file.length >> 1) ^ 4, file.length >> 1)
        return changed
      },
      /modified/,
    ],
    ['changed in one value', async () => packed((await text()).replace('boss@', 'rich@')), whole],
    ['without its last line', async () => packed((await text()).replace(/\{"sha256.*\n$/, '')), whole],
    ['with something behind its end', async () => packed(`${await text()}{}\n`), whole],
    [
      'with a value that is none',
      async () => packed((await text()).replaceAll('\tpeople\t', '\tpe\\N\\N\t\t')),
      /modified/,
    ],
    [
      'of a newer version of the format',
      async () => packed((await text()).replace('"version":1', '"version":2')),
      /was written by a newer version/,
    ],
    [
      'of a newer version of the tables',
      async () => sealed((await text()).replace('"0001_baseline.sql"', '"0001_none.sql"')),
      /which this version does not know/,
    ],
  ]

  test.each(changes)('is refused: %s', async (_, change, why) => {
    const file = join(folder, 'changed.gz')
    await writeFile(file, await change(await readFile(goodBackup)))
    await expect(restoreBackup(db, file)).rejects.toThrow(why)
    expect(await findFilledTables(db)).toEqual([])
  })

  test('and leaves a database as it was that nothing was started on', async () => {
    const file = join(folder, 'cut.gz')
    await writeFile(file, await readFile(goodBackup))
    await truncate(file, (await stat(goodBackup)).size - 20)
    const empty = await openUnmigrated()
    await expect(restoreBackup(empty, file)).rejects.toThrow(whole)
    expect(await queryRaw(empty, `select to_regclass('sites') as sites`)).toEqual([{ sites: null }])
    await empty.close()
  })

  test('is missing', async () => {
    await expect(restoreBackup(db, join(folder, 'none.gz'))).rejects.toThrow('There is no file')
  })
})

describe('the file', () => {
  test('is for its user only, and nothing is left beside it', async () => {
    expect((await stat(goodBackup)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
  })

  test('is never written over another', async () => {
    const before = await readFile(goodBackup)
    await expect(writeBackup(source, goodBackup)).rejects.toThrow('already exists')
    await writeFile(join(folder, 'other.gz.partial'), '')
    await expect(writeBackup(source, join(folder, 'other.gz'))).rejects.toThrow('another backup')
    await rm(join(folder, 'other.gz.partial'))
    expect(await readFile(goodBackup)).toEqual(before)
  })

  test('is not there when it was stopped, or its folder is not', async () => {
    const stop = new AbortController()
    stop.abort(new Error('Stopped.'))
    await expect(writeBackup(source, join(folder, 'stopped.gz'), stop.signal)).rejects.toThrow('Stopped.')
    await expect(writeBackup(source, join(folder, 'nowhere', 'a.gz'))).rejects.toThrow('cannot be created')
    expect(await readdir(folder)).not.toContain('stopped.gz')
    expect(await readdir(folder)).not.toContain('stopped.gz.partial')
  })
})

describe('the operator’s commands', () => {
  test('write and restore, and say what they did', async () => {
    const [db, file] = [await createOwnDatabase(), join(folder, 'by-command.gz')]
    const written = await runOperator(source, 'backup', file)
    expect(written).toMatchObject({
      status: 0,
      text: expect.stringMatching(/: [\d,]+ rows in \d+ tables, 0\.\d MB/),
    })
    const restored = await runOperator(db, 'restore', file, '--json')
    expect(JSON.parse(restored.text)).toMatchObject({ file, rows: expect.any(Number) })
    const entries = await queryRaw(
      db,
      `select detail->'before' as before, detail->'after' as after from audit_log where action = 'restore'`,
    )
    const { rows } = JSON.parse(restored.text)
    expect(entries).toEqual([{ before: null, after: { backup_of: expect.any(String), rows } }])
    await expect(runOperator(db, 'restore', file)).rejects.toThrow(/This installation is in use: .*sites/)
    await db.close()
  })

  test.each([['backup'], ['restore'], ['backup', 'a', 'b']])('need the one file: %j', async (...words) => {
    await expect(runOperator(source, ...words)).rejects.toThrow(
      /Missing required argument 'file'|Too many arguments/,
    )
  })
})

describe('beside a server', () => {
  const main = fileURLToPath(new URL('../../server/operator/main.ts', import.meta.url))
  const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
  const ends: (() => void)[] = []
  let base: Awaited<ReturnType<typeof prepareProcessDatabase>>
  let place: ProcessDatabase
  beforeAll(async () => {
    base = await prepareProcessDatabase(async (db) => void (await createSite(db)))
    place = await base.copy()
    await startServer(place.environment, (end) => ends.push(end)).address()
  })
  afterAll(async () => {
    for (const end of ends) end()
    await place.remove()
    await base.remove()
  })

  const operator = (...words: string[]) => {
    const env = { ...process.env, DATABASE_URL: '', ...place.environment }
    return promisify(execFile)(node, [main, ...words], { cwd: folder, env })
  }

  test('a backup is written, and none restored over what is there', async () => {
    const { stdout } = await operator('backup', 'beside.gz')
    expect(stdout).toContain(`${join(folder, 'beside.gz')}: `)
    await expect(operator('restore', 'beside.gz')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('This installation is in use: there are rows in sites.'),
    })
    const db = await createOwnDatabase()
    await restoreBackup(db, join(folder, 'beside.gz'))
    expect(await queryRaw(db, 'select domain from sites')).toEqual([{ domain: 'example.test' }])
    await db.close()
  })
})
