import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/reports/calendar.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createAccount, createSite } from '#tests/support/accounts.ts'
import { expectChange } from '#tests/support/audit.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { insertClosedMonth } from '#tests/support/dated-decisions.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { runFailingOperator, runOperator } from '#tests/support/operator.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import {
  createReportFolder,
  formatMetadata,
  metadataRow,
  reportFileName,
} from '#tests/support/report-files.ts'
import { findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

const names = ['one', 'two', 'three', 'four', 'five']

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>
let report: string
beforeAll(async () => {
  folder = await createReportFolder()
})
afterAll(() => folder.remove())
beforeEach(async () => {
  db = await createTestDatabase()
  report = await writeReport('2026-03-02', names)
})
afterEach(() => db.close())

const writeReport = (day: string, channels: readonly string[]) =>
  folder.write(
    reportFileName('video_metadata', day),
    formatMetadata(
      channels.map((name) =>
        metadataRow({
          channel_id: channelIdFor(name),
          channel_display_name: name,
          video_id: videoIdFor(name),
        }),
      ),
    ),
  )

const columns = 'channel,brand,manager,member,fee,share,from'
const writeList = (lines: readonly string[], header = columns) =>
  folder.write('list.csv', [header, ...lines, ''].join('\n'))

/** A line of the list; cells that are left out are empty. */
const line = (
  name: string,
  brand: string,
  rest: Partial<Record<'manager' | 'member' | 'fee' | 'share' | 'from', string>> = {},
) =>
  [channelIdFor(name), brand, rest.manager, rest.member, rest.fee, rest.share, rest.from]
    .map((cell) => cell ?? '')
    .join(',')

const adopt = async (lines: readonly string[], ...options: string[]) =>
  runOperator(db, 'network', 'adopt', report, '--channels', await writeList(lines), ...options)

const tables = [
  'sites',
  'accounts',
  'channels',
  'assignments',
  'payout_shares',
  'fee_rates',
  'mails',
  'email_links',
]
const dump = (names = tables) =>
  Promise.all(
    names.map(async (table) => [
      table,
      await queryRaw(db, `select to_jsonb(t) as row from ${table} t order by 1`),
    ]),
  )

const selectShares = () =>
  queryRaw(
    db,
    `select c.name, a.email, s.from_day as "from", p.permille
    from channels c
    join assignments s on s.registration_id = c.registration_id
    join accounts a on a.id = s.account_id
    left join payout_shares p on p.registration_id = c.registration_id and p.account_id = a.id
    order by c.name, a.email`,
  )

const studio = { manager: 'boss@studio.example' }
const other = { manager: 'boss@other.example' }
const twoBrands = [
  line('one', 'studio.example', { ...studio, member: 'kim@studio.example', fee: '20', from: '2026-03-01' }),
  line('two', 'WWW.studio.example', {
    ...studio,
    member: 'kim@studio.example',
    fee: '20',
    share: '60',
    from: '2026. 3. 11.',
  }),
  line('two', 'studio.example', {
    ...studio,
    member: '"lee@studio.example"',
    fee: '15.5',
    share: '30',
    from: '2026-03-11',
  }),
  line('three', 'other.example', { ...other, from: '2026-02-01' }),
]

describe('a list of channels', () => {
  test('is adopted by several brands, with members, fees and shares, and the whole report is imported', async () => {
    const empty = await dump()
    const checked = await adopt(twoBrands, '--check')
    expect(checked.text).toContain('4 lines ok; nothing was changed')
    expect(checked.text).toContain('kim@studio.example  20 % from 2026-03-01')
    expect(checked.text).not.toContain('email-link')
    expect(await dump()).toEqual(empty)
    expect(await queryRaw(db, 'select id from report_loads')).toEqual([])

    const { status, text } = await adopt(twoBrands)
    expect(status).toBe(0)
    expect(text).toMatch(/^loaded +content_owner_video_metadata/m)
    expect(text.match(/email-link#/g)).toHaveLength(2)
    expect(text).toContain('studio.example, boss: site and network created')
    expect(text).toMatch(/channels: 2 registered\n {2}members: 2 created, 0 invited by mail; 0 already there/)
    expect(await queryRaw(db, 'select count(distinct channel_id)::integer as channels from videos')).toEqual([
      { channels: 5 },
    ])
    expect(
      await queryRaw(
        db,
        `select c.name, s.domain, c.earns_from as "from" from channels c
        join accounts n on n.id = c.network_id join sites s on s.id = n.site_id order by c.name`,
      ),
    ).toEqual([
      { name: 'one', domain: 'studio.example', from: '2026-03-01' },
      { name: 'three', domain: 'other.example', from: '2026-02-01' },
      { name: 'two', domain: 'studio.example', from: '2026-03-11' },
    ])
    expect(await selectShares()).toEqual([
      { name: 'one', email: 'kim@studio.example', from: '2026-03-01', permille: null },
      { name: 'two', email: 'kim@studio.example', from: '2026-03-11', permille: 600 },
      { name: 'two', email: 'lee@studio.example', from: '2026-03-11', permille: 300 },
    ])
    expect(
      await queryRaw(
        db,
        `select a.email, f.from_day as "from", f.permille, a.password_hash is null as "isInvited"
        from fee_rates f join accounts a on a.id = f.account_id order by a.email`,
      ),
    ).toEqual([
      { email: 'kim@studio.example', from: '2026-03-01', permille: 200, isInvited: true },
      { email: 'lee@studio.example', from: '2026-03-11', permille: 155, isInvited: true },
    ])
    expect(await queryRaw(db, 'select kind from mails')).toEqual([])
    expect(await findBrokenReportInvariants(db)).toEqual([])
  })

  test('changes nothing the second time, and says of each kind what stays', async () => {
    await adopt(twoBrands)
    const before = await dump([...tables, 'audit_log', 'adoptions'])
    const { status, text } = await adopt(twoBrands)
    expect(status).toBe(0)
    expect(await dump([...tables, 'audit_log', 'adoptions'])).toEqual(before)
    expect(text).toMatch(
      /studio\.example, boss: site and network stay as they are\n {2}channels: 0 registered; 2 already exist, and stay as they are\n {2}members: 0 created; 2 already there, and stay as they are\n {2}fees: 0 changed; 3 as they were\n {2}assignments and shares: 0 lines changed something; 3 as they were/,
    )
    expect(text).not.toContain('--undo')
    const later = await adopt([line('one', 'studio.example', { from: '2026-03-05' })])
    const [{ id } = { id: 0 }] = await queryRaw<{ id: number }>(
      db,
      `select registration_id as id from channels where name = 'one'`,
    )
    expect(later.text).toContain(
      `1 channel already exists and keeps its earning day 2026-03-01, not 2026-03-05; to change: channel earns-from ${id} 2026-03-05`,
    )
  })

  test('may be a spreadsheet’s: a mark, semicolons, another day for all', async () => {
    await createAccount(db, await createSite(db, 'studio.example'), 'boss@studio.example')
    const lines = [`${channelIdFor('one')};boss@studio.example;12,5 %;kim@studio.example`]
    const list = await writeList(lines, '\uFEFFChannel;Brand;Fee;Member')
    const { status } = await runOperator(
      db,
      ...['network', 'adopt', report, '--channels', list, '--from', '2026-03-01', '--invite'],
    )
    expect(status).toBe(0)
    expect(await queryRaw(db, 'select permille from fee_rates')).toEqual([{ permille: 125 }])
    expect(await queryRaw(db, 'select kind, recipient from mails')).toEqual([
      { kind: 'invitation', recipient: 'kim@studio.example' },
    ])
  })

  test('counts as a whole or not at all: each wrong line is named with its column and the remedy', async () => {
    const site = await createSite(db, 'studio.example')
    await createAccount(db, site, 'boss@studio.example')
    await createAccount(db, site, 'alone@studio.example', undefined, false)
    await createAccount(db, await createSite(db, 'other.example'), 'boss@other.example')
    await runOperator(
      db,
      ...['network', 'adopt', await writeReport('2026-03-03', [...names]), '--site', 'other.example'],
      ...['--manager', 'boss@other.example', '--from', '2026-03-01'],
    )
    await execRaw(db, `delete from channels where name <> 'five'`)
    const from = '2026-03-01'
    const before = await dump([...tables, 'audit_log'])
    const { status, lines } = await adopt([
      line('one', 'studio.example', { member: 'kim@studio.example', fee: '20', from }),
      line('five', 'studio.example', { from }),
      line('six', 'studio.example', { from }),
      line('two', 'studio.example'),
      line('two', 'nowhere.example', { from }),
      line('three', 'studio.example', { member: 'alone@studio.example', from }),
      line('one', 'studio.example', { member: 'kim@studio.example', fee: '30', from }),
      line('four', 'studio.example', { fee: '101', from: '2026-02-30' }),
      line('four', 'studio.example', { share: '10', from }),
      `x,,,,,,${addDays(new Date().toISOString().slice(0, 10), 9)}`,
    ])
    expect(status).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(/^list\.csv: 9 invalid lines, so nothing was changed:$/),
      expect.stringMatching(
        /^ {2}line 3, channel: UCfive.* is registered in another network: remove the line, or see/,
      ),
      expect.stringMatching(
        /^ {2}line 4, channel: UCsix.* is in no line of the metadata report: correct the id/,
      ),
      expect.stringMatching(/^ {2}line 5, from: it is empty: write a day, or give --from/),
      expect.stringMatching(
        /^ {2}line 6, brand: there is no site nowhere\.example: write the email of its manager/,
      ),
      expect.stringMatching(
        /^ {2}line 7, member: alone@studio\.example has an account on studio\.example, and is no/,
      ),
      expect.stringMatching(/^ {2}line 8, fee: line 2 says 20 % for the same member and day/),
      expect.stringMatching(/^ {2}line 9, fee: "101" is not a percentage/),
      expect.stringMatching(/^ {2}line 9, from: "2026-02-30" is not a day/),
      expect.stringMatching(/^ {2}line 10, share: there is no member in the line/),
      expect.stringMatching(/^ {2}line 11, channel: "x" is not a channel id/),
      expect.stringMatching(/^ {2}line 11, brand: it is empty/),
      expect.stringMatching(/^ {2}line 11, from: .* is in the future/),
    ])
    expect(await dump([...tables, 'audit_log'])).toEqual(before)
  })

  test('leaves days of closed months, and says so', async () => {
    await insertClosedMonth(db, '2026-03')
    const { text } = await adopt(twoBrands)
    expect(text).toContain('Days before 2026-04-01 are closed')
    expect(await queryRaw(db, 'select distinct from_day as "from" from fee_rates')).toEqual([
      { from: '2026-04-01' },
    ])
    expect(await queryRaw(db, 'select min(earns_from) as "from" from channels')).toEqual([
      { from: '2026-02-01' },
    ])
  })

  test('is no longer than 5,000 lines', async () => {
    const lines = Array.from({ length: 5_001 }, (_, i) => line(`channel${i}`, 'studio.example'))
    const list = await writeList(lines)
    const { status, text } = await runFailingOperator(db, {}, 'network', 'adopt', report, '--channels', list)
    expect(status).toBe(2)
    expect(text).toContain('it has 5001 lines, and a list has at most 5000: split it')
  })

  test('takes no options of a single network, nor those of a list without one', async () => {
    const list = await writeList(twoBrands)
    for (const words of [
      [report, '--channels', list, '--site', 'studio.example'],
      [report, '--check'],
      [report, '--site', 'studio.example', '--from', '2026-03-01'],
      [report, '--undo', '1'],
      [],
    ])
      expect((await runFailingOperator(db, {}, 'network', 'adopt', ...words)).status).toBe(2)
    expect((await runFailingOperator(db, {}, 'network', 'adopt', '--undo', '7')).text).toContain(
      'There is no adoption 7.',
    )
  })
})

describe('a report that is a part of one', () => {
  test('is adopted and not imported, so that the whole one stays the report of its day', async () => {
    await runOperator(db, 'import', report)
    const part = await writeReport('2026-03-03', ['one', 'two'])
    const words = ['--site', 'studio.example', '--manager', 'boss@studio.example', '--from', '2026-03-01']
    const { status, text } = await runOperator(db, 'network', 'adopt', part, ...words)
    expect(status).toBe(0)
    expect(text).toMatch(
      /^not imported \S+: it lacks 3 channels of the metadata report of 2026-03-02 .*, so it is a part of a report\. To import it all the same: import /m,
    )
    expect(text).toContain('channels: 2 registered')
    expect(await queryRaw(db, 'select day from report_current')).toEqual([{ day: '2026-03-02' }])
    const whole = await writeReport('2026-03-03', [...names, 'six'])
    expect((await runOperator(db, 'network', 'adopt', whole, ...words)).text).toMatch(/^loaded/m)
  })
})

const undo = (id: number | string | undefined) =>
  runFailingOperator(db, {}, 'network', 'adopt', '--undo', String(id))
const findId = (text: string) => /--undo (\d+)/.exec(text)?.[1]

describe('an adoption by list is undone', () => {
  test('in one step: figures, members, fees and shares are those of before', async () => {
    await runOperator(db, 'import', report)
    await insertFacts(
      db,
      names.map((name) => ({
        ...{ day: '2026-03-12', channelId: channelIdFor(name), videoId: videoIdFor(name), country: 'KR' },
        ...{ views: 10, premiumViews: 1, revenueMicros: 5_000_000, premiumRevenueMicros: 0 },
      })),
    )
    await adopt([
      line('one', 'studio.example', {
        ...studio,
        member: 'kim@studio.example',
        fee: '10',
        from: '2026-03-01',
      }),
    ])
    const all = [...tables, 'network_daily', 'channel_daily']
    const before = await dump(all)
    const { text } = await adopt(
      [
        ...twoBrands.slice(1, 3),
        line('one', 'studio.example', { member: 'kim@studio.example', fee: '25', from: '2026-03-01' }),
        line('one', 'studio.example', { member: 'lee@studio.example', share: '50', from: '2026-03-20' }),
        line('one', 'studio.example', { member: 'kim@studio.example', share: '50', from: '2026-03-20' }),
      ],
      '--invite',
    )
    expect(await queryRaw(db, 'select kind from mails')).toEqual([{ kind: 'invitation' }])
    expect(await dump(all)).not.toEqual(before)
    const { status, text: undone } = await undo(findId(text))
    expect({ status, text: undone }).toEqual({
      status: 0,
      text: 'undone: 1 channel, 1 member, 3 assignments, 4 shares, 3 fees; sites, networks and the imported report stay',
    })
    expect(await dump(all)).toEqual(before)
    expect(await findBrokenReportInvariants(db)).toEqual([])
    expect((await undo(findId(text))).text).toContain('is undone already')
    const entries = await queryRaw<{ actor: string; detail: object }>(
      db,
      `select actor, detail from audit_log where action = 'network adopt' order by id`,
    )
    for (const { actor, detail } of entries) {
      expect(actor).toBe('operator')
      expectChange(detail)
    }
    expect(entries.at(-1)?.detail).toMatchObject({ before: { channels: 1, members: 1 }, after: null })
  })

  test('not once a month was closed, a member has come, or something needs it', async () => {
    const { text } = await adopt(twoBrands)
    const id = findId(text)
    await execRaw(db, `update accounts set email_confirmed_at = now() where email = 'kim@studio.example'`)
    expect((await undo(id)).text).toMatch(/accepted their invitation, or are gone: kim@studio\.example/)
    await execRaw(db, `update accounts set email_confirmed_at = null where email = 'kim@studio.example'`)
    await execRaw(
      db,
      `insert into channel_reviews (registration_id, approval_status) select min(registration_id), 2 from channels`,
    )
    expect((await undo(id)).text).toMatch(/Something was added since that needs it/)
    await execRaw(db, 'delete from channel_reviews')
    await insertClosedMonth(db, '2026-03')
    expect((await undo(id)).text).toMatch(/A month was closed since/)
    expect(await queryRaw(db, 'select undone_at from adoptions')).toEqual([{ undone_at: null }])
  })

  test('gives replaced shares back as they were, with the time at which they were set', async () => {
    await adopt(twoBrands)
    const before = await dump()
    const more = twoBrands.slice(1, 3).map((text) => text.replace(',60,', ',50,').replace(',30,', ',40,'))
    const { text } = await adopt(more)
    expect(await dump()).not.toEqual(before)
    expect((await undo(findId(text))).text).toContain('2 shares')
    expect(await dump()).toEqual(before)
  })

  test('not while a later decision for the same day would be lost, which it names', async () => {
    const { text } = await adopt(twoBrands)
    const id = findId(text)
    const setFee = (percent: string) =>
      runOperator(
        db,
        ...['member', 'fee', 'kim@studio.example', percent],
        ...['--site', 'studio.example', '--from', '2026-03-01'],
      )
    const setShares = (kim: number, lee: number) =>
      runOperator(
        db,
        ...['channel', 'share', channelIdFor('two'), `kim@studio.example=${kim}`],
        ...[`lee@studio.example=${lee}`, '--from', '2026-03-11'],
      )
    await setFee('25')
    await setShares(50, 50)
    const before = await dump()
    const { status, text: refusal } = await undo(id)
    expect(status).toBe(2)
    expect(refusal).toContain(
      `the shares of ${channelIdFor('two')} from 2026-03-11, the fee of kim@studio.example from 2026-03-01.`,
    )
    expect(await dump()).toEqual(before)
    await setShares(60, 30)
    await setFee('none')
    expect((await undo(id)).text).toMatch(/since, which would be lost: the fee of kim@studio\.example/)
    await setFee('20')
    expect((await undo(id)).text).toContain('undone: 3 channels')
  })

  test('whatever lists come one after the other', { timeout: 120_000 }, async () => {
    const site = await createSite(db, 'studio.example')
    await createAccount(db, site, 'boss@studio.example')
    await runOperator(db, 'network', 'fee', 'boss@studio.example', '5', '--site', 'studio.example')
    const days = ['2026-03-01', '2026-03-08', '2026-03-15']
    const entry = fc.record({
      name: fc.constantFrom(...names),
      member: fc.constantFrom('kim', 'lee', 'park'),
      fee: fc.constantFrom('', '10', '20'),
      share: fc.constantFrom('', '30', '40'),
      from: fc.constantFrom(...days),
    })
    const lists = fc.array(fc.array(entry, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(lists, async (given) => {
        const undone: { before: unknown; id: string }[] = []
        for (const entries of given) {
          const lines = entries.map(({ name, member, ...rest }) =>
            line(name, 'studio.example', { member: `${member}@studio.example`, ...rest }),
          )
          const before = await dump()
          const checked = await adopt(lines, '--check')
          expect(await dump()).toEqual(before)
          const { status, text } = await adopt(lines)
          expect(status).toBe(checked.status)
          if (status !== 0) expect(await dump()).toEqual(before)
          const id = findId(text)
          if (id === undefined) expect(await dump()).toEqual(before)
          else undone.push({ before, id })
          // Again: nothing.
          if (status === 0) expect((await adopt(lines)).text).not.toContain('--undo')
        }
        for (const { before, id } of undone.reverse()) {
          expect((await undo(id)).status).toBe(0)
          expect(await dump()).toEqual(before)
        }
      }),
      { numRuns: propertyRuns(15) },
    )
  })
})
