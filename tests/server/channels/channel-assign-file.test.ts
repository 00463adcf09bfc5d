// @module-tag extended
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { createAccount, createChannel, createSite, insertAssignment } from '#tests/support/accounts.ts'
import { findBrokenChannelInvariants } from '#tests/support/channel-fixtures.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { clearAuditLog } from '#tests/support/traces.ts'

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>
const accounts: Record<string, number> = {}
let [a, b, foreign] = [0, 0, 0]
const unreviewed = { approval: 0 }

beforeAll(async () => {
  db = await createTestDatabase()
  folder = await createReportFolder()
  const site = await createSite(db)
  const other = await createSite(db, 'other.test')
  const boss = await createAccount(db, site, 'boss@example.test')
  const rival = await createAccount(db, other, 'boss@example.test')
  Object.assign(accounts, { boss, rival })
  for (const name of ['kim', 'lee'])
    accounts[name] = await createAccount(db, site, `${name}@example.test`, boss)
  // The other network has an account with the same address.
  accounts.otherKim = await createAccount(db, other, 'kim@example.test', rival)
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})
beforeEach(async () => {
  await execRaw(db, 'delete from assignments; delete from channels')
  a = await createChannel(db, accounts.boss ?? 0, channelIdFor('a'), unreviewed)
  b = await createChannel(db, accounts.boss ?? 0, channelIdFor('b'), unreviewed)
  foreign = await createChannel(db, accounts.rival ?? 0, channelIdFor('foreign'), unreviewed)
  await clearAuditLog(db)
})

const run = async (change: 'assign' | 'unassign', lines: readonly string[], ...options: string[]) =>
  runOperator(
    db,
    'channel',
    change,
    await folder.write('assignments.csv', ['channel,member', ...lines, ''].join('\n')),
    ...options,
  )

const readAssignments = async () =>
  (
    await queryRaw<{ id: number; member: number }>(
      db,
      `select registration_id as id, account_id as member
      from assignments
      where unassigned_at is null
      order by registration_id, account_id`,
    )
  ).map(({ id, member }) => [id, member])

describe('a file of assignments', () => {
  test('assigns channels of several networks, with an entry in the audit log for each that changed', async () => {
    await insertAssignment(db, b, accounts.lee ?? 0)
    const lines = [
      `${a},kim@example.test`,
      `${a}, LEE@example.test`,
      `${channelIdFor('b')},lee@example.test`,
      `${foreign},kim@example.test`,
      `${a},kim@example.test`,
    ]
    expect((await run('assign', lines)).text).toBe('5 assignments: 2 channels changed')
    expect(await readAssignments()).toEqual([
      [a, accounts.kim],
      [a, accounts.lee],
      [b, accounts.lee],
      [foreign, accounts.otherKim],
    ])
    const entries = await queryRaw(
      db,
      'select action, actor, network_id as network, subject_id as id, detail from audit_log order by id',
    )
    const entry = { action: 'channel assign', actor: 'operator' }
    expect(entries).toEqual([
      {
        ...entry,
        network: accounts.boss,
        id: String(a),
        detail: { before: { members: [] }, after: { members: [accounts.kim, accounts.lee] } },
      },
      {
        ...entry,
        network: accounts.rival,
        id: String(foreign),
        detail: { before: { members: [] }, after: { members: [accounts.otherKim] } },
      },
    ])
    expect((await run('unassign', lines.slice(1, 3))).text).toBe('2 assignments: 2 channels changed')
    expect(await readAssignments()).toEqual([
      [a, accounts.kim],
      [foreign, accounts.otherKim],
    ])
    expect((await run('unassign', lines.slice(1, 3))).text).toBe('2 assignments: 0 channels changed')
    expect(await findBrokenChannelInvariants(db)).toEqual([])
  })

  test('is refused as a whole, with line, column and remedy of each error', async () => {
    const removed = await createChannel(db, accounts.boss ?? 0, channelIdFor('removed'), unreviewed)
    await queryRaw(db, 'update channels set removed_at = now() where registration_id = $1', [removed])
    for (const change of ['assign', 'unassign'] as const) {
      const { status, lines } = await run(change, [
        `${a},kim@example.test`,
        'mine,kim@example.test',
        `${a},kim`,
        '999999,kim@example.test',
        `${foreign},lee@example.test`,
        `${a},boss@example.test`,
        `${removed},kim@example.test`,
      ])
      expect(status).toBe(1)
      const noMember = 'is not a confirmed member of the channel’s network (see: account list)'
      expect(lines).toEqual([
        'assignments.csv: 6 invalid lines, so nothing was changed:',
        '  line 3, channel: "mine" is neither the id of a registration nor a channel id (UC…)',
        '  line 4, member: "kim" is not an email address',
        '  line 5, channel: there is no registration 999999',
        `  line 6, member: lee@example.test ${noMember}`,
        `  line 7, member: boss@example.test ${noMember}`,
        '  line 8, channel: it was removed: remove the line',
      ])
    }
    expect(await readAssignments()).toEqual([])
  })

  test('changes nothing if only one is no member', async () => {
    const { status } = await run('assign', [`${a},kim@example.test`, `${b},boss@example.test`])
    expect([status, await readAssignments()]).toEqual([1, []])
  })

  test('is only checked with --check', async () => {
    const { text } = await run('assign', [`${a},kim@example.test`], '--check')
    expect(text).toBe('1 assignment ok; nothing was changed')
    expect((await run('assign', [`${a},nobody@example.test`], '--check')).status).toBe(1)
    expect(await readAssignments()).toEqual([])
  })

  test('needs both columns and a line', async () => {
    await expect(run('assign', [])).rejects.toThrow(/has no assignment/)
    const file = await folder.write('assignments.csv', 'channel\n1\n')
    await expect(runOperator(db, 'channel', 'assign', file)).rejects.toThrow(/lacks the column member/)
  })
})
