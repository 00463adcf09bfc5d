// @module-tag extended
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
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
let boss: number
let rival: number
let kim: number
const ids: Record<string, number> = {}

beforeAll(async () => {
  db = await createTestDatabase()
  folder = await createReportFolder()
  const site = await createSite(db)
  boss = await createAccount(db, site, 'boss@example.test')
  rival = await createAccount(db, site, 'rival@example.test')
  kim = await createAccount(db, site, 'kim@example.test', boss)
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})
beforeEach(async () => {
  await execRaw(db, 'delete from channel_reviews; delete from assignments; delete from channels')
  await clearAuditLog(db)
  for (const name of ['a', 'b', 'c'])
    ids[name] = await createChannel(db, boss, channelIdFor(name), { approval: 0 })
  ids.unverified = await createChannel(db, boss, channelIdFor('x'), { approval: 0, verification: 'pending' })
})

const idOf = (name: string) => String(ids[name])
const run = (...words: string[]) => runOperator(db, 'channel', ...words)
const review = (...words: string[]) => run('review', ...words)
const reviewFile = async (content: string, ...options: string[]) =>
  review('--file', await folder.write('reviews.csv', content), ...options)

/** Reads "approval: reason" of each channel, by name. */
async function readDecisions(): Promise<Record<string, string>> {
  const rows = await queryRaw<{ id: number; decision: string }>(
    db,
    `select c.registration_id as id,
      concat_ws(': ', c.approval_status, (
        select r.reason
        from channel_reviews r
        where r.registration_id = c.registration_id
        order by r.id desc
        limit 1
      )) as decision
    from channels c
    order by c.registration_id`,
  )
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return Object.fromEntries(rows.map(({ id, decision }) => [names.get(id), decision]))
}
const undecided = { a: '0', b: '0', c: '0', unverified: '0' }

const readAuditEntries = () =>
  queryRaw(db, 'select action, actor, subject_id as id, network_id as network from audit_log order by id')

describe('several channels', () => {
  test('get one decision, with a review and an entry in the audit log each', async () => {
    const { status, lines } = await review(idOf('a'), channelIdFor('b'), 'hold', '--reason', 'Copied.')
    expect(status).toBe(0)
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${ids.a}  .*: on hold$`)),
      expect.stringMatching(new RegExp(`^${ids.b}  .*: on hold$`)),
      '2 channels',
    ])
    expect(await readDecisions()).toEqual({ ...undecided, a: '1: Copied.', b: '1: Copied.' })
    const entry = { action: 'channel review', actor: 'operator', network: boss }
    expect(await readAuditEntries()).toEqual([
      { ...entry, id: idOf('a') },
      { ...entry, id: idOf('b') },
    ])
    expect(await findBrokenChannelInvariants(db)).toEqual([])
  })

  test('are all refused with each reason if one is', async () => {
    await review(idOf('c'), 'approve')
    const words = [idOf('a'), idOf('unverified'), idOf('c'), '999999', idOf('a')]
    await expect(review(...words, 'approve')).rejects.toThrow(
      new RegExp(
        [
          'There is no registration 999999\\.',
          `${ids.a}  .*: it is named twice\\.`,
          `${ids.unverified}  .*: it is not verified; only verified channels can be approved\\.`,
          `${ids.c}  .*: this was already decided\\.`,
          'Nothing was changed\\.$',
        ].join('\\n'),
      ),
    )
    expect(await readDecisions()).toEqual({ ...undecided, c: '2' })
  })

  test('are all left as they are if only one is not verified', async () => {
    await expect(review(idOf('a'), idOf('unverified'), 'approve')).rejects.toThrow(/not verified.*\nNothing/)
    const { status } = await reviewFile(`id,decision\n${ids.a},approve\n${ids.unverified},approve\n`)
    expect(status).toBe(1)
    expect([await readDecisions(), await readAuditEntries()]).toEqual([undecided, []])
  })

  test('are only checked with --check', async () => {
    const { text } = await review(idOf('a'), idOf('b'), 'approve', '--check')
    expect(text).toBe('2 reviews ok; nothing was changed')
    await expect(review(idOf('unverified'), 'approve', '--check')).rejects.toThrow(/it is not verified/)
    expect([await readDecisions(), await readAuditEntries()]).toEqual([undecided, []])
  })

  test('are a list as JSON', async () => {
    const { text } = await review(idOf('a'), idOf('b'), 'approve', '--json')
    expect(JSON.parse(text)).toMatchObject([
      { id: ids.a, approval: 2 },
      { id: ids.b, approval: 2 },
    ])
  })
})

describe('a file of reviews', () => {
  test.each([
    [',', ''],
    ['\t', '\uFEFF'],
  ])('decides on each channel, separated by %j', async (separator, mark) => {
    const lines = [
      ['name', 'Reason', 'id', 'decision'],
      ['', '', idOf('a'), 'Approve'],
      ['=B', 'Two tracks, not one.', channelIdFor('b'), 'hold'],
      ['undecided', '', idOf('unverified'), ''],
      ['', 'Copied.', idOf('c'), 'reject'],
    ]
    const quote = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell)
    const text = lines.map((line) => line.map(quote).join(separator)).join('\r\n')
    const { status, lines: printed } = await reviewFile(`${mark}${text}\r\n`)
    expect([status, printed.at(-1)]).toEqual([0, '3 channels'])
    expect(await readDecisions()).toEqual({
      ...undecided,
      a: '2',
      b: '1: Two tracks, not one.',
      c: '3: Copied.',
    })
    expect(await readAuditEntries()).toHaveLength(3)
  })

  test('is refused as a whole, with line, column and remedy of each error', async () => {
    await review(idOf('c'), 'approve')
    const { status, lines } = await reviewFile(
      [
        'id,decision,reason,mood',
        `${ids.a},approve,,`,
        `mine,approve,,`,
        `${ids.b},aprove,,`,
        `${ids.b},hold,,`,
        `${ids.b},,Because.,`,
        `${ids.b},reject,${'x'.repeat(501)},`,
        `${ids.b},hold,"Two\nlines",`,
        `999999,approve,,`,
        `${ids.unverified},approve,,`,
        `${ids.c},approve,,`,
        `${channelIdFor('a')},approve,,`,
        `${ids.b},approve`,
      ].join('\n'),
    )
    expect(status).toBe(1)
    expect(lines).toEqual([
      'reviews.csv: unknown columns: mood; needed: id, decision, reason',
      'reviews.csv: 11 invalid lines, so nothing was changed:',
      '  line 3, id: "mine" is neither the id of a registration nor a channel id (UC…)',
      '  line 4, decision: "aprove" is not approve, hold or reject',
      '  line 5, reason: it is empty: write why, for the owner sees it',
      '  line 6, decision: it is empty, but there is a reason: write approve, hold or reject',
      '  line 7, reason: it has 501 characters: shorten it to 500 at most',
      '  line 8, reason: it has a line break or tab: write it on a single line',
      '  line 10, id: there is no registration 999999',
      '  line 11, decision: it is not verified; only verified channels can be approved: leave its decision empty until then',
      '  line 12, decision: this was already decided: leave its decision empty',
      '  line 13, id: this channel is already in line 2: keep one of them',
      '  line 14: it has 2 values but the header has 4: quote values that contain a comma',
    ])
    expect(await readDecisions()).toEqual({ ...undecided, c: '2' })
  })

  test('is only checked with --check', async () => {
    const { status, text } = await reviewFile(`id,decision\n${ids.a},approve\n`, '--check')
    expect([status, text]).toEqual([0, '1 review ok; nothing was changed'])
    const refused = await reviewFile(`id,decision\n${ids.unverified},approve\n`, '--check')
    expect([refused.status, refused.lines.length]).toEqual([1, 2])
    expect([await readDecisions(), await readAuditEntries()]).toEqual([undecided, []])
  })

  test('names one of several registrations by its id', async () => {
    const other = await createChannel(db, rival, channelIdFor('x'), { approval: 0, verification: 'pending' })
    const { lines } = await reviewFile(`id,decision,reason\n${channelIdFor('x')},reject,Copied.\n`)
    expect(lines[1]).toMatch(new RegExp(`line 2, id: .*several registrations.*${ids.unverified} .*${other} `))
    await reviewFile(`id,decision,reason\n${other},reject,Copied.\n`)
    expect(await readDecisions()).toMatchObject({ unverified: '0' })
  })

  test.each([
    ['', /it is empty/],
    ['id,reason\n', /it lacks the column decision/],
    ['id,decision\n1,\n', /has no decision: write approve, hold or reject/],
  ])('%j cannot be used', async (content, message) => {
    await expect(reviewFile(content)).rejects.toThrow(message)
  })

  test('takes no other ids or reasons', async () => {
    await expect(review('--file', 'a.csv', idOf('a'), 'approve')).rejects.toThrow(/--file has its own/)
    await expect(review('--file', 'a.csv', '--reason', 'No.')).rejects.toThrow(/--file has its own/)
    await expect(review('--file', join(folder.path, 'none.csv'))).rejects.toThrow(/cannot be read/)
  })
})

describe('the list of what awaits review, as a file', () => {
  test('has what one judges by, and goes back with decisions', async () => {
    const waitsSince = new Date(Date.now() - 3.5 * 86_400_000)
    await queryRaw(
      db,
      `update channels
      set name = '=1+1', subscribers = 12300, video_count = 42, verified_at = $2
      where registration_id = $1`,
      [ids.a, waitsSince],
    )
    await insertAssignment(db, ids.a ?? 0, kim)
    const path = join(folder.path, 'pending.csv')
    expect((await run('list', '--pending', '--csv', path)).text).toBe('pending.csv: 3 channels')
    const text = await readFile(path, 'utf8')
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
    expect(rows[0]).toEqual({
      id: idOf('a'),
      link: `https://www.youtube.com/channel/${channelIdFor('a')}`,
      name: `'=1+1`,
      handle: '',
      subscribers: '12300',
      videos: '42',
      category: 'people',
      site: 'example.test',
      network: 'boss@example.test',
      members: 'kim@example.test',
      state: 'awaits review',
      days_waiting: '3',
      competing: '0',
      decision: '',
      reason: '',
    })
    expect(rows.map(({ id, days_waiting: days }) => [id, days]).slice(1)).toEqual([
      [idOf('b'), '0'],
      [idOf('c'), '0'],
    ])
    await expect(run('list', '--pending', '--csv', path)).rejects.toThrow(/already exists/)
    const filled = text.replace(/,,\r\n/, ',reject,Copied.\r\n')
    expect((await reviewFile(filled)).lines.at(-1)).toBe('1 channel')
    expect(await readDecisions()).toEqual({ ...undecided, a: '3: Copied.' })
  })

  test('is named after the list', async () => {
    const cwd = process.cwd()
    process.chdir(folder.path)
    try {
      const { text } = await run('list', '--pending', '--site', 'example.test', '--csv')
      expect(text).toMatch(/^channels_pending_example\.test_\d{4}-\d\d-\d\d\.csv: 3 channels$/)
    } finally {
      process.chdir(cwd)
    }
  })
})
