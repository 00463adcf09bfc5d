// @module-tag extended
// @module-tag adapter
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/people/auth.ts'
import { listMembers } from '#contract/people/members.ts'
import { completeSignIn } from '#contract/people/second-factor.ts'
import { listSecurityEvents } from '#contract/people/security-events.ts'
import { readMe } from '#contract/people/session.ts'
import { listSavedViews } from '#contract/portal/saved-views.ts'
import { readStatements } from '#contract/settlement/statements.ts'
import { describeTotp, generateTotpSecret, getTotpContext } from '#server/people/second-factor/totp.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate, migrateInTransaction, readMigrations } from '#server/platform/db/migrate.ts'
import { password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi, testEncryption } from '#tests/support/api.ts'
import { createTotpCode } from '#tests/support/authenticator.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { runOperator } from '#tests/support/operator.ts'
import { cheapHasher } from '#tests/support/passwords.ts'
import { citusUrl } from '#tests/support/postgres-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

/**
 * Columns that name an account. `person`: what somebody does, has or signs in with, which moves when the network gets an account
 * of its own. `network`: what belongs to the account that is owed money.
 */
const columns: Readonly<Record<string, 'person' | 'network'>> = {
  'sites.default_network_id': 'network',
  'accounts.network_id': 'network',
  'accounts.separated_from': 'network',
  'audit_log.network_id': 'network',
  'assignments.account_id': 'network',
  'challenges.account_id': 'person',
  'channel_requests.account_id': 'person',
  'channel_requests.network_id': 'network',
  'channel_reviews.account_id': 'person',
  'channel_reviews.decided_by': 'person',
  'channel_tags.account_id': 'network',
  'channels.network_id': 'network',
  'channels.reviewer_id': 'person',
  'closed_channel_dismissals.account_id': 'person',
  'email_links.account_id': 'person',
  'favorites.account_id': 'person',
  'fee_rates.account_id': 'network',
  'imported_members.account_id': 'person',
  'installation_grants.account_id': 'person',
  'known_devices.account_id': 'person',
  'linked_sign_ins.account_id': 'person',
  'mail_preferences.account_id': 'person',
  'mails.account_id': 'person',
  'manual_entries.account_id': 'network',
  'manual_entries.created_by': 'person',
  'manual_entries.network_id': 'network',
  'member_imports.account_id': 'person',
  'member_imports.network_id': 'network',
  'month_parts.account_id': 'network',
  'month_parts.network_id': 'network',
  'month_targets.account_id': 'network',
  'months.closed_by': 'person',
  'notice_reads.account_id': 'person',
  'passkeys.account_id': 'person',
  'payee_tax_ids.account_id': 'network',
  'payees.account_id': 'network',
  'payees.confirmed_by': 'person',
  'payees.confirmed_network_id': 'network',
  'payment_exports.created_by': 'person',
  'payment_exports.network_id': 'network',
  'payment_results.network_id': 'network',
  'payout_shares.account_id': 'network',
  'payouts.account_id': 'network',
  'payouts.network_id': 'network',
  'provider_sign_ins.account_id': 'person',
  'question_messages.author_id': 'person',
  'questions.asked_by': 'network',
  'questions.network_id': 'network',
  'recovery_codes.account_id': 'person',
  'saved_views.account_id': 'person',
  // Traces are written once: `separated_from` leads from the person to those of before.
  'security_events.account_id': 'network',
  'sessions.account_id': 'person',
  'shared_reports.account_id': 'network',
  'shared_reports.network_id': 'network',
  'sign_in_codes.account_id': 'person',
  'statements.account_id': 'network',
  'statements.network_id': 'network',
  'totp_secrets.account_id': 'person',
  'track_downloads.account_id': 'person',
  'unsubscribe_tokens.account_id': 'person',
  'waiting_marks.assignee_id': 'person',
  'youtube_quota_shares.network_id': 'network',
}

describe.skipIf(citusUrl)('an installation whose networks were accounts of their managers', () => {
  let db: Database
  let api: Api
  const secret = generateTotpSecret()
  const token = 'T'.repeat(43)

  beforeAll(async () => {
    db = await createOwnDatabase()
    const names = (await readMigrations()).map(({ name }) => name)
    await execRaw(db, 'drop schema public cascade; create schema public')
    await db.transaction((tx) =>
      migrateInTransaction(tx, { count: names.indexOf('0055_network_accounts.sql') }),
    )
    await execRaw(
      db,
      `insert into sites (domain, name) values ('example.test', 'Studio');
      insert into accounts (site_id, network_id, email, nickname, is_manager, default_fee_permille)
      values (1, 1, 'boss@example.test', 'Boss', true, 200), (1, 1, 'ann@example.test', 'Ann', false, null),
        (1, 3, 'rival@example.test', 'Rival', true, null), (1, 4, 'alone@example.test', 'Alone', false, null);
      update accounts set is_operator = true where id = 1;
      update sites set default_network_id = 1;
      insert into months (month, state, closed_at, released_at, krw_micros)
      values ('2026-03-01', 'released', '2026-04-10', '2026-04-11', 1400000000);
      insert into statements (month, account_id, network_id, site_id, holder, holder_origin, currency, krw_micros, opening_micros,
        opening_amount, payments_micros, payments_amount, closing_micros, closing_amount, payable_micros, payable_amount,
        minimum_amount, lacks_details, previous_entry_id, sha256)
      select '2026-03-01', id, 1, 1, case id when 1 then 'network' else 'member' end, 'closing', 'KRW', 1400000000, 0, 0, 0, 0,
        1, 1, 0, 0, 0, false, 0, 'hash ' || id
      from accounts where id in (1, 2) order by id desc;
      insert into saved_views (account_id, name, name_key, path, query, position, created_at)
      values (1, 'Mine', 'mine', '/dashboard', '', 1, now());
      insert into security_events (created_at, kind, is_failure, account_id, site_id, address, user_agent)
      values (now(), 'sign-in', false, 1, 1, '192.0.2.1', 'x')`,
    )
    await queryRaw(db, `update accounts set password_hash = $1, password_rules = 'strong'`, [
      await cheapHasher.hash(password),
    ])
    await queryRaw(
      db,
      `insert into sessions (token_hash, account_id, expires_at, has_second_factor)
      values ($1, 1, now() + interval '9 days', true)`,
      [hashToken(token)],
    )
    await queryRaw(
      db,
      'insert into totp_secrets (account_id, secret, last_step, created_at) values (1, $1, 0, now())',
      [await testEncryption.encrypt(secret, getTotpContext(1))],
    )
    await migrate(db)
    api = await startApi(db)
  })
  afterAll(() => api.close())

  test('keeps each network under its id, and its manager as the owner', async () => {
    expect(
      await queryRaw(
        db,
        `select id, kind, network_id as network, email, roles, separated_from as former, default_fee_permille as fee
        from accounts order by id`,
      ),
    ).toEqual([
      { id: 1, kind: 'network', network: 1, email: 'boss@example.test', roles: [], former: null, fee: 200 },
      {
        id: 2,
        kind: 'person',
        network: 1,
        email: 'ann@example.test',
        roles: ['member'],
        former: null,
        fee: null,
      },
      { id: 3, kind: 'network', network: 3, email: 'rival@example.test', roles: [], former: null, fee: null },
      { id: 4, kind: 'person', network: 4, email: 'alone@example.test', roles: [], former: null, fee: null },
      {
        id: 5,
        kind: 'person',
        network: 1,
        email: 'boss@example.test',
        roles: ['owner', 'manager'],
        former: 1,
        fee: null,
      },
      {
        id: 6,
        kind: 'person',
        network: 3,
        email: 'rival@example.test',
        roles: ['owner', 'manager'],
        former: 3,
        fee: null,
      },
    ])
  })

  test('leaves operators what they were', async () => {
    expect(
      await queryRaw(
        db,
        'select account_id as account, role, site_id as site, owner from installation_grants',
      ),
    ).toEqual([{ account: 5, role: 'operator', site: null, owner: null }])
  })

  test('leaves people signed in, with what was theirs and what is the network’s', async () => {
    const { user } = await api.call(readMe, { token })
    expect(user).toMatchObject({ email: 'boss@example.test', nickname: 'Boss', permission_flag: 1 })
    expect((await api.call(listMembers, { token })).members).toMatchObject([{ id: 2, nickname: 'Ann' }])
    expect((await api.call(listSavedViews, { token })).views).toMatchObject([{ name: 'Mine' }])
    expect((await api.call(readStatements, { token })).account).toMatchObject({ id: 1, isNetwork: true })
    const ofMember = await api.call(readStatements, { token, query: { member: 2 } })
    expect(ofMember.statements).toMatchObject([{ month: '2026-03' }])
    const { events } = await api.call(listSecurityEvents, { token })
    expect(events.map(({ kind }) => kind)).toEqual(['sign-in'])
  })

  test('takes the old passwords and authenticator apps', async () => {
    const { body } = await api.request(login, { body: { id: 'boss@example.test', password } })
    const code = createTotpCode(describeTotp(secret, 'x', 'x').secret, api.clock.now)
    const signedIn = await api.request(completeSignIn, { body: { challenge: body.challenge.token, code } })
    expect(signedIn.status).toBe(200)
    const alone = await api.request(login, { body: { id: 'alone@example.test', password } })
    expect(alone.status).toBe(200)
  })

  test('does the same when somebody is given a network later', async () => {
    const before = await signIn(api, 'alone@example.test')
    await runOperator(db, 'account', 'promote', 'alone@example.test', '--site', 'example.test')
    expect((await api.call(readMe, { token: before })).user).toMatchObject({
      roles: ['owner', 'manager'],
      permission_flag: 1,
    })
    const again = await api.request(login, { body: { id: 'alone@example.test', password } })
    expect(again.status).toBe(200)
  })

  test('names each column that refers to accounts as a person’s or a network’s', async () => {
    const rows = await queryRaw<{ name: string }>(
      db,
      `select c.conrelid::regclass || '.' || a.attname as name
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid
        and a.attnum = any(c.conkey)
      where c.contype = 'f'
        and c.confrelid = 'accounts'::regclass`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(columns).sort())
    const [row] = await queryRaw<{ text: string }>(
      db,
      `select pg_get_functiondef('separate_network'::regproc) as text`,
    )
    const moved = [...(row?.text ?? '').matchAll(/update (\w+) set (\w+) = person/g)].map(
      ([, table, column]) => `${table}.${column}`,
    )
    const personal = Object.entries(columns).flatMap(([name, owner]) => (owner === 'person' ? [name] : []))
    expect(moved.sort()).toEqual(personal.sort())
  })
})
