// @module-tag extended
// @module-tag adapter
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readEmailLink } from '#contract/people/email-links.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { sweepRegistrations } from '#server/channels/lifecycle/expiry.ts'
import { createSession } from '#server/platform/auth/sessions.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  isMigrated,
  migrate,
  migrateInTransaction,
  readMigrations,
  repeatableScripts,
  requireMigrations,
} from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/log.ts'
import { startMailWorker } from '#server/platform/mail/worker.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { startApi } from '#tests/support/api.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { dumpCatalog } from '#tests/support/database-catalog.ts'
import { startFakeSmtp } from '#tests/support/fake-smtp-server.ts'
import { startJobs } from '#tests/support/jobs.ts'
import { findLinkToken } from '#tests/support/mails.ts'
import { citusUrl, postgresUrl } from '#tests/support/postgres-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

const firstEdition = new URL('../../fixtures/first-edition.sql', import.meta.url)

async function openTestDatabase(): Promise<Database> {
  const db = await createOwnDatabase()
  onTestFinished(() => db.close())
  return db
}

async function createFirstEdition(): Promise<Database> {
  const db = await createOwnDatabase()
  await execRaw(db, 'drop schema public cascade; create schema public')
  await execRaw(db, await readFile(firstEdition, 'utf8'))
  return db
}

/** The person who managed a network before it had an account of its own. */
async function findOwner(db: Database, networkId: number): Promise<number> {
  const [owner] = await queryRaw<{ id: number }>(db, 'select id from accounts where separated_from = $1', [
    networkId,
  ])
  if (!owner) throw new Error('The network has no owner.')
  return owner.id
}

test('migrating again changes nothing', async () => {
  const db = await openTestDatabase()
  expect(await migrate(db)).toEqual([])
  expect(await isMigrated(db)).toBe(true)
})

test('a migration that was changed after it had been applied, or is unknown, is refused', async () => {
  const db = await openTestDatabase()
  await queryRaw(db, `update migrations set sha256 = 'other' where name = '0001_baseline.sql'`)
  await expect(migrate(db)).rejects.toThrow('0001_baseline.sql was changed')
  await queryRaw(db, `insert into migrations (name, sha256) values ('0000_unknown.sql', '')`)
  await expect(migrate(db)).rejects.toThrow(/0000_unknown\.sql.*start that version or a newer one/)
})

test('a repeatable script is applied again when its content has changed', async () => {
  const db = await openTestDatabase()
  await execRaw(
    db,
    `create or replace function price_per_million(profit bigint, views bigint) returns bigint language sql return 0;
    update repeatable_scripts set sha256 = 'other' where name = 'money.sql'`,
  )
  expect(await isMigrated(db)).toBe(false)
  expect(await migrate(db)).toEqual(['money.sql'])
  expect(await queryRaw(db, 'select price_per_million(3, 2) as price')).toEqual([{ price: 1_500_000 }])
  expect(await isMigrated(db)).toBe(true)
})

test('a command on a database that lacks migrations is refused, and names them', async () => {
  const db = await openTestDatabase()
  await requireMigrations(db)
  const { name = '' } = (await readMigrations()).at(-1) ?? {}
  await queryRaw(db, 'delete from migrations where name = $1', [name])
  await execRaw(db, `delete from repeatable_scripts where name = 'money.sql'`)
  await expect(requireMigrations(db)).rejects.toThrow(`(${name}, money.sql)`)
  await expect(requireMigrations(db)).rejects.toThrow(/run "npm run operator -- migrate"/)
  await execRaw(db, 'drop table migrations')
  await expect(requireMigrations(db)).rejects.toThrow(/\(0001_baseline\.sql … traces\.sql, \d+ in all\)/)
})

test('a command on a database of another version is refused', async () => {
  const db = await openTestDatabase()
  await execRaw(db, `insert into migrations (name, sha256) values ('9999_newer.sql', '')`)
  await expect(requireMigrations(db)).rejects.toThrow(/9999_newer\.sql.*start that version or a newer one/)
})

test.skipIf(citusUrl)(
  'an upgrade names each migration before it is applied; a new database is silent',
  async () => {
    const db = await openTestDatabase()
    const names = (await readMigrations()).map(({ name }) => name)
    await execRaw(db, 'drop schema public cascade; create schema public')
    await db.transaction((tx) => migrateInTransaction(tx, { count: names.length - 2 }))
    const lines: string[] = []
    expect(await migrate(db, (line) => lines.push(line))).toEqual([
      ...names.slice(-2),
      ...repeatableScripts.filter((name) => name !== 'partitions.sql'),
    ])
    expect(lines).toEqual([
      expect.stringContaining('can take minutes'),
      expect.stringContaining(`${names.at(-2)} (1 of 2)`),
      expect.stringContaining(`${names.at(-1)} (2 of 2)`),
    ])
    lines.length = 0
    await execRaw(db, 'drop schema public cascade; create schema public')
    await migrate(db, (line) => lines.push(line))
    expect(lines).toEqual([])
  },
)

test('every repeatable script can be applied twice', async () => {
  const db = await openTestDatabase()
  const catalog = await dumpCatalog(db)
  await queryRaw(db, 'delete from repeatable_scripts')
  expect(await migrate(db)).toEqual(repeatableScripts)
  expect(await dumpCatalog(db)).toEqual(catalog)
})

// Dropping the schema drops the Citus extension, and an old installation is upgraded before it is distributed.
describe.skipIf(citusUrl)('a database of the first edition', () => {
  /** Tables and columns that have the same names in both versions, in a stable order. */
  const figures = [
    'select period, network_id, channel_id, video_id, published_at, views, premium_views, profit, premium_profit, price, title from video_period order by 1, 2, 3, 4',
    'select period, network_id, channel_id, name, views, premium_views, profit, premium_profit, shorts, price from channel_period order by 1, 2, 3',
    'select * from network_periods order by network_id, period',
    'select * from network_daily order by network_id, day',
    'select * from channel_daily order by channel_id, day',
    'select * from video_daily order by channel_id, video_id, day',
    'select * from activity_facts order by video_id, day',
    'select * from revenue_facts order by video_id, day',
    'select * from exchange_rates order by day',
    'select account_id, from_day, permille, set_at from fee_rates order by account_id, from_day',
    'select data_revision from report_state',
  ]
  const readFigures = (db: Database) => Promise.all(figures.map((text) => queryRaw(db, text)))
  const readLists = (db: Database) =>
    Promise.all(
      [...figures.slice(0, 3), 'select * from track_period order by 1, 2, 3'].map((text) =>
        queryRaw(db, text),
      ),
    )

  let db: Database
  let before: object[][]
  let applied: string[]
  beforeAll(async () => {
    db = await createFirstEdition()
    before = await readFigures(db)
    applied = await migrate(db)
  })
  afterAll(() => db.close())

  test('is upgraded once', async () => {
    expect(applied).toEqual([
      'first-edition.sql',
      '0002_lists.sql',
      '0003_report_files.sql',
      '0004_completeness.sql',
      '0005_network_revisions.sql',
      '0006_swept_loads.sql',
      '0007_metadata.sql',
      '0008_monthly_sums.sql',
      '0009_changed_catalog.sql',
      '0010_identity.sql',
      '0011_mail.sql',
      '0012_channel_claims.sql',
      '0013_second_factors.sql',
      '0014_traces.sql',
      '0015_country_figures.sql',
      '0016_published_videos.sql',
      '0018_channel_statistics.sql',
      '0019_track_weeks.sql',
      '0021_site_homes.sql',
      '0022_channel_days.sql',
      '0023_report_fetching.sql',
      '0024_month_files.sql',
      '0025_ledger.sql',
      '0026_payees.sql',
      '0027_seen_statements.sql',
      '0028_month_parts_account.sql',
      '0029_ledger_statement.sql',
      '0030_absent_prices.sql',
      '0031_statement_holders.sql',
      '0032_dated_decisions.sql',
      '0033_closing_steps.sql',
      '0034_payouts.sql',
      '0035_tax_numbers_and_invoices.sql',
      '0036_session_confirmations.sql',
      '0037_operator_payments.sql',
      '0038_tax_names.sql',
      '0039_month_currencies.sql',
      '0040_claims_of_older_versions.sql',
      '0041_tax_refunds.sql',
      '0042_month_file_ways.sql',
      '0043_track_channels.sql',
      '0044_questions.sql',
      '0045_channel_tags.sql',
      '0046_saved_views.sql',
      '0047_month_targets.sql',
      '0048_shared_reports.sql',
      '0049_link_tokens.sql',
      '0050_password_rules.sql',
      '0051_sign_in_guard.sql',
      '0052_track_files.sql',
      '0053_site_pages.sql',
      '0054_site_names.sql',
      '0055_network_accounts.sql',
      '0057_operator_link.sql',
      '0058_sign_in_providers.sql',
      '0059_installation_roles.sql',
      '0060_member_imports.sql',
      '0061_adoptions.sql',
      '0062_impersonation.sql',
      '0063_desk.sql',
      '0066_accepted_gaps.sql',
      '0067_audit_search.sql',
      ...repeatableScripts,
    ])
    expect(await migrate(db)).toEqual([])
    expect(await isMigrated(db)).toBe(true)
    expect(await queryRaw(db, 'select name from migrations order by name')).toEqual([
      { name: '0001_baseline.sql' },
      { name: '0002_lists.sql' },
      { name: '0003_report_files.sql' },
      { name: '0004_completeness.sql' },
      { name: '0005_network_revisions.sql' },
      { name: '0006_swept_loads.sql' },
      { name: '0007_metadata.sql' },
      { name: '0008_monthly_sums.sql' },
      { name: '0009_changed_catalog.sql' },
      { name: '0010_identity.sql' },
      { name: '0011_mail.sql' },
      { name: '0012_channel_claims.sql' },
      { name: '0013_second_factors.sql' },
      { name: '0014_traces.sql' },
      { name: '0015_country_figures.sql' },
      { name: '0016_published_videos.sql' },
      { name: '0018_channel_statistics.sql' },
      { name: '0019_track_weeks.sql' },
      { name: '0021_site_homes.sql' },
      { name: '0022_channel_days.sql' },
      { name: '0023_report_fetching.sql' },
      { name: '0024_month_files.sql' },
      { name: '0025_ledger.sql' },
      { name: '0026_payees.sql' },
      { name: '0027_seen_statements.sql' },
      { name: '0028_month_parts_account.sql' },
      { name: '0029_ledger_statement.sql' },
      { name: '0030_absent_prices.sql' },
      { name: '0031_statement_holders.sql' },
      { name: '0032_dated_decisions.sql' },
      { name: '0033_closing_steps.sql' },
      { name: '0034_payouts.sql' },
      { name: '0035_tax_numbers_and_invoices.sql' },
      { name: '0036_session_confirmations.sql' },
      { name: '0037_operator_payments.sql' },
      { name: '0038_tax_names.sql' },
      { name: '0039_month_currencies.sql' },
      { name: '0040_claims_of_older_versions.sql' },
      { name: '0041_tax_refunds.sql' },
      { name: '0042_month_file_ways.sql' },
      { name: '0043_track_channels.sql' },
      { name: '0044_questions.sql' },
      { name: '0045_channel_tags.sql' },
      { name: '0046_saved_views.sql' },
      { name: '0047_month_targets.sql' },
      { name: '0048_shared_reports.sql' },
      { name: '0049_link_tokens.sql' },
      { name: '0050_password_rules.sql' },
      { name: '0051_sign_in_guard.sql' },
      { name: '0052_track_files.sql' },
      { name: '0053_site_pages.sql' },
      { name: '0054_site_names.sql' },
      { name: '0055_network_accounts.sql' },
      { name: '0057_operator_link.sql' },
      { name: '0058_sign_in_providers.sql' },
      { name: '0059_installation_roles.sql' },
      { name: '0060_member_imports.sql' },
      { name: '0061_adoptions.sql' },
      { name: '0062_impersonation.sql' },
      { name: '0063_desk.sql' },
      { name: '0066_accepted_gaps.sql' },
      { name: '0067_audit_search.sql' },
    ])
  })

  test('has the schema of a new database', async () => {
    expect(await dumpCatalog(db)).toEqual(await dumpCatalog(await openTestDatabase()))
  })

  test('keeps every figure', async () => {
    expect(before.every((rows) => rows.length > 0)).toBe(true)
    expect(await readFigures(db)).toEqual(before)
    const api = await startApi(db)
    const { token } = await createSession(db, await findOwner(db, 1), new Date())
    const dashboard = await api.call(readDashboard, { token, query: { period: 'month' } })
    expect(dashboard).toMatchObject({
      currency: 'KRW',
      report: {
        range: { from: '2026-02-01', to: '2026-02-02' },
        totals: { views: 6_000, grossProfit: 10_218_882, netProfit: null },
      },
    })
  })

  test('keeps what was renamed', async () => {
    expect(
      await queryRaw(db, 'select id, kind, network_id as network, roles from accounts order by id'),
    ).toEqual([
      { id: 1, kind: 'network', network: 1, roles: [] },
      { id: 2, kind: 'person', network: 1, roles: ['member'] },
      { id: 3, kind: 'person', network: 3, roles: [] },
      { id: 4, kind: 'person', network: 1, roles: ['owner', 'manager'] },
    ])
    expect(await queryRaw(db, 'select track_id, position from favorites order by position')).toEqual([
      { track_id: 2, position: 1 },
      { track_id: 1, position: 3 },
    ])
    expect(
      await queryRaw(db, 'select key, track_count from moods where track_count > 0 order by id'),
    ).toEqual([
      { key: 'calm', track_count: 1 },
      { key: 'upbeat', track_count: 1 },
      { key: 'mood-17', track_count: 1 },
    ])
    expect(
      await queryRaw(db, 'select track_id, search_text from track_order order by by_popularity'),
    ).toEqual([
      { track_id: 2, search_text: 'b song\nnobody\n\nkra402000112' },
      { track_id: 1, search_text: 'a song\nsomebody\nalias\nkra402000111' },
    ])
  })

  test('keeps its registrations, and leaves two weeks from the upgrade to verify those that are not', async () => {
    await sweepRegistrations({ db, log: createLog('silent') }, new Date())
    expect(
      await queryRaw(
        db,
        `select channel_id as channel,
          removed_at is null as live,
          expires_at between now() + interval '13 days 23 hours' and now() + interval '14 days' as expiring
        from channels
        order by channel_id`,
      ),
    ).toEqual([
      { channel: 'UC1', live: true, expiring: null },
      { channel: 'UC2', live: true, expiring: null },
      { channel: 'UC3', live: true, expiring: true },
    ])
    expect(await queryRaw(db, 'select id from mails')).toEqual([])
  })

  test('keeps its lists, which the new functions build equally', async () => {
    const kept = await readLists(db)
    await queryRaw(db, 'update report_state set data_revision = data_revision + 1')
    await refreshLists(db)
    expect(await readLists(db)).toEqual(kept)
  })

  test('goes on: new rows, triggers and constraints', async () => {
    await execRaw(
      db,
      `insert into tracks (isrc, name, artist, category) values ('KRA402000114', 'D song', 'Nobody', 'BGM')`,
    )
    expect(await queryRaw(db, 'select count(*) as count from track_order')).toEqual([{ count: 3 }])
    await expect(queryRaw(db, `update accounts set roles = '{}' where id = 2`)).rejects.toMatchObject({
      code: '23514',
    })
  })
})

test.skipIf(citusUrl)(
  'months that were closed before keep the network and role of their statements',
  async () => {
    const db = await openTestDatabase()
    const names = (await readMigrations()).map(({ name }) => name)
    await execRaw(db, 'drop schema public cascade; create schema public')
    await db.transaction((tx) =>
      migrateInTransaction(tx, { count: names.indexOf('0031_statement_holders.sql') }),
    )
    await execRaw(
      db,
      `insert into sites (domain, name) values ('studio.example', 'Studio');
    insert into accounts (site_id, network_id, email, nickname, password_hash, is_manager, locale)
    select 1, network, name || '@studio.example', name, 'x', network = position, 'ko'
    from (values (1, 'boss', 1), (2, 'ann', 2), (3, 'ben', 3), (4, 'cat', 1)) a (position, name, network)
    order by position;
    insert into months (month, state, closed_at, krw_micros, explanation)
    values ('2026-03-01', 'closed', '2026-04-10', 1400000000, 'It is right.');
    insert into month_parts (month, channel_id, position, network_id, account_id, fee_permille, weight)
    values ('2026-03-01', 'UC1', 0, 1, 2, 200, 1), ('2026-03-01', 'UC2', 0, 1, null, 0, 1);
    insert into audit_log (created_at, actor, action, subject, subject_id, detail)
    values ('2026-03-05', 'operator', 'account demote', 'account', '3', '{"before": {"manager": true}}'),
      ('2026-05-01', 'operator', 'account promote', 'account', '2', '{"before": {"manager": false, "network": 1}}'),
      ('2026-05-01', 'operator', 'account promote', 'account', '3', '{"before": {"manager": false, "network": 1}}');
    insert into statements (month, account_id, currency, krw_micros, opening_micros, opening_amount, payments_micros,
      payments_amount, closing_micros, closing_amount, payable_micros, payable_amount, minimum_amount, lacks_details, sha256)
    select '2026-03-01', id, 'KRW', 1400000000, 0, 0, 0, 0, 1, 1, 0, 0, 0, false, 'hash ' || id
    from accounts order by id`,
    )
    await migrate(db)
    expect(
      await queryRaw(
        db,
        `select account_id as id, network_id as network, holder, holder_origin as origin, sha256
      from statements order by id`,
      ),
    ).toEqual([
      { id: 1, network: 1, holder: 'network', origin: 'parts', sha256: 'hash 1' },
      { id: 2, network: 1, holder: 'member', origin: 'parts', sha256: 'hash 2' },
      { id: 3, network: 1, holder: 'member', origin: 'audit', sha256: 'hash 3' },
      { id: 4, network: 1, holder: 'member', origin: 'unchanged', sha256: 'hash 4' },
    ])
    expect(
      await queryRaw(db, 'select state, released_at = closed_at as released, explanations from months'),
    ).toEqual([
      { state: 'released', released: true, explanations: [{ obstacle: null, text: 'It is right.' }] },
    ])
    await expect(queryRaw(db, 'delete from statements')).rejects.toThrow('cannot be changed')
  },
)

test.skipIf(citusUrl)('payments of earlier versions become payments of payouts', async () => {
  const db = await openTestDatabase()
  const names = (await readMigrations()).map(({ name }) => name)
  await execRaw(db, 'drop schema public cascade; create schema public')
  await db.transaction((tx) => migrateInTransaction(tx, { count: names.indexOf('0034_payouts.sql') }))
  await execRaw(
    db,
    `insert into sites (domain, name) values ('studio.example', 'Studio');
    insert into accounts (site_id, network_id, email, nickname, password_hash, is_manager, locale)
    select 1, 1, name || '@studio.example', name, 'x', position = 1, 'ko'
    from (values (1, 'boss'), (2, 'ann'), (3, 'ben'), (4, 'cat')) a (position, name)
    order by position;
    insert into months (month, state, closed_at, released_at)
    values ('2026-03-01', 'released', '2026-04-10', '2026-04-11'), ('2026-04-01', 'closed', '2026-05-10', null);
    insert into statements (month, account_id, network_id, site_id, holder, currency, krw_micros, opening_micros, opening_amount,
      payments_micros, payments_amount, closing_micros, closing_amount, payable_micros, payable_amount, minimum_amount, sha256)
    select m.month, a.id, 1, 1, 'member', 'KRW', 1000000000, 0, 0, 0, 0, 50, 50000, p, p * 1000, 0, 'hash'
    from (values ('2026-03-01'::date), ('2026-04-01')) m (month),
      (values (2, 50), (3, 50), (4, 0)) a (id, p)
    order by m.month, a.id;
    insert into ledger_entries (account_id, kind, month, earned_month, micros, currency, amount, statement_id)
    select account_id, 'income', month, month, 50, 'KRW', 50000, id from statements order by id;
    insert into ledger_entries (account_id, kind, month, earned_month, micros, currency, amount, statement_id, paid_on, reference)
    values (2, 'payment', '2026-03-01', '2026-03-01', -50, 'KRW', -50000, 1, '2026-04-25', 'Bank 1')`,
  )
  await migrate(db)
  expect(
    await queryRaw(
      db,
      `select account_id as id, cause, state, outstanding_amount as left, payment_id::integer as payment
      from payout_states order by id`,
    ),
  ).toEqual([
    { id: 2, cause: 'statement', state: 'paid', left: 0, payment: 7 },
    { id: 3, cause: 'statement', state: 'details_required', left: 50_000, payment: null },
  ])
  expect(
    await queryRaw(db, `select kind, count(*) as count from ledger_entries where is_later group by 1`),
  ).toEqual([{ kind: 'payment', count: 1 }])
  expect(
    await queryRaw(
      db,
      `select month, min(previous_entry_id) as border from statements group by 1 order by 1`,
    ),
  ).toEqual([
    { month: '2026-03-01', border: 0 },
    { month: '2026-04-01', border: 3 },
  ])
  await expect(queryRaw(db, 'delete from payouts')).rejects.toThrow('cannot be changed')
})

test.skipIf(citusUrl)(
  'a database of a version before the first edition is refused and left unchanged',
  async () => {
    const db = await createFirstEdition()
    onTestFinished(() => db.close())
    await queryRaw(db, `delete from migrations where name = '0012_notices.sql'`)
    await expect(migrate(db)).rejects.toThrow(/0011_music_lists\.sql.*Start version b7918a8 on it once/)
    expect(await queryRaw(db, `select to_regclass('musics') is not null as kept`)).toEqual([{ kept: true }])
  },
)

test.runIf(postgresUrl && !citusUrl)(
  'several instances that start at once on an empty database migrate it once',
  async () => {
    const db = await createOwnDatabase()
    for (let round = 0; round < 3; round++) {
      await execRaw(db, 'drop schema public cascade; create schema public')
      const [row] = await queryRaw<{ name: string }>(db, 'select current_database() as name')
      const url = new URL(postgresUrl ?? '')
      url.pathname = `/${row?.name}`
      const instances = await Promise.all(
        Array.from({ length: 5 }, () => openDatabase({ databaseUrl: url.href, dataDir: '' })),
      )
      const applied = await Promise.all(instances.map((instance) => migrate(instance))).finally(() =>
        Promise.all(instances.map((instance) => instance.close())),
      )
      expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
    }
    await db.close()
  },
)

test.skipIf(citusUrl)('mail of earlier versions loses its tokens, and what waits still leaves', async () => {
  const db = await openTestDatabase()
  const names = (await readMigrations()).map(({ name }) => name)
  await execRaw(db, 'drop schema public cascade; create schema public')
  await db.transaction((tx) => migrateInTransaction(tx, { count: names.indexOf('0049_link_tokens.sql') }))
  await execRaw(
    db,
    `insert into sites (domain, name) values ('studio.example', 'Studio');
    insert into accounts (site_id, network_id, email, nickname, password_hash, is_manager, locale)
    values (1, 1, 'boss@studio.example', 'boss', 'x', true, 'ko');
    insert into email_links (token_hash, account_id, purpose, email, created_at, expires_at)
    select sha256(convert_to('token-' || n, 'UTF8')), 1, 'invite', 'boss@studio.example', now(), now() + interval '7 days'
    from generate_series(1, 3) n;
    insert into mails (event_key, site_id, account_id, kind, recipient, locale, data, state, created_at, changed_at)
    select state || ' ' || token, 1, 1, 'invitation', 'boss@studio.example', 'ko',
      jsonb_build_object('token', token, 'network', 'Band'), state, now(), now()
    from (values ('queued', 'token-1'), ('failed', 'token-2'), ('queued', 'token-used'), ('uncertain', 'token-gone'))
      m (state, token);
    insert into mail_preferences (account_id, unsubscribe_token, unsubscribed_at)
    values (1, '${'u'.repeat(32)}', null)`,
  )
  await migrate(db)
  expect(await queryRaw(db, 'select state, data, failure from mails order by id')).toEqual([
    { state: 'queued', data: { network: 'Band', link: expect.any(Number) }, failure: null },
    { state: 'failed', data: { network: 'Band', link: expect.any(Number) }, failure: null },
    { state: 'suppressed', data: {}, failure: 'its link was used, replaced or has expired' },
    { state: 'uncertain', data: {}, failure: null },
  ])
  const api = await startApi(db)
  const isOpen = async (token: string) =>
    (await api.request(readEmailLink, { body: { token }, domain: 'studio.example' })).status === 200
  // A person may have got the earlier link already, by mail or from the operator.
  expect([await isOpen('token-1'), await isOpen('token-3'), await isOpen('token-used')]).toEqual([
    true,
    true,
    false,
  ])
  const smtp = await startFakeSmtp()
  const jobs = await startJobs(db)
  const settings = readConfig({ SMTP_URL: smtp.url })
  const log = createLog('silent')
  const stop = await startMailWorker({ db, log, jobs, settings, now: () => new Date() })
  await expect.poll(() => smtp.messages.length).toBe(1)
  await stop()
  await jobs.close()
  await smtp.close()
  const token = findLinkToken(smtp.messages[0]?.content ?? '')
  expect(token).not.toContain('token-')
  expect(await isOpen(token)).toBe(true)
  const page = await api.send(`mail/unsubscribe?token=${'u'.repeat(32)}`, { method: 'POST' })
  expect(page.status).toBe(200)
  expect(await queryRaw(db, 'select account_id from mail_preferences')).toEqual([
    { account_id: await findOwner(db, 1) },
  ])
})
