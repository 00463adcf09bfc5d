import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listFeeRates } from '#contract/people/fees.ts'
import { listMembers } from '#contract/people/members.ts'
import {
  importMembers,
  listMemberImports,
  undoMemberImport,
} from '#contract/people/membership/member-import.ts'
import { setPayoutShares } from '#contract/settlement/payout-shares.ts'
import {
  createAccount,
  createChannel,
  createSite,
  createStaff,
  findPerson,
  listAuditEntries,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs } from '#tests/support/channel-fixtures.ts'
import { insertClosedMonth, requestOutcome } from '#tests/support/dated-decisions.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let api: Api
let folder: Awaited<ReturnType<typeof createReportFolder>>
let token = ''
let network = 0
let [one, two] = [0, 0]
const earnsFrom = '2026-02-05'
/** In Pacific time it is 2026-04-09. */
const now = new Date('2026-04-10T02:00:00Z')

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: createRecordingJobs().jobs })
  folder = await createReportFolder()
})
afterAll(async () => {
  await api.close()
  await folder.remove()
})
beforeEach(async () => {
  await execAsOwner(
    api.db,
    `truncate sites, accounts, channels, months, rate_limit_windows, mails restart identity cascade`,
  )
  api.clock.now = now
  const site = await createSite(api.db)
  network = await createAccount(api.db, site, 'boss@example.test')
  await queryRaw(api.db, `update accounts set nickname = 'Hanip' where id = $1`, [network])
  const rival = await createAccount(api.db, site, 'rival@example.test')
  await createAccount(api.db, site, 'ann@example.test', network)
  await createAccount(api.db, site, 'cho@example.test', rival)
  await createStaff(api.db, site, 'manager@example.test', network, ['manager'])
  one = await createChannel(api.db, network, channelIdFor('one'), { earnsFrom })
  two = await createChannel(api.db, network, channelIdFor('two'), { earnsFrom })
  await createChannel(api.db, rival, channelIdFor('foreign'), { earnsFrom })
  await queryRaw(api.db, `update channels set handle = '@Two' where registration_id = $1`, [two])
  token = await signIn(api, 'boss@example.test')
  await clearAuditLog(api.db)
})

interface Line {
  line: number
  email: string
  outcome: string
  problem: { code: string } | null
}
interface Reply {
  id: number | null
  lines: Line[]
}

const header = 'email,nickname,role,fee,from,channels'
const upload = (lines: readonly string[], check = false, as = token) =>
  requestOutcome<Reply>(api, importMembers, { token: as, body: { file: lines.join('\n'), check } })
const apply = async (...lines: string[]): Promise<Reply> => {
  const outcome = await upload([header, ...lines])
  if (Array.isArray(outcome)) throw new Error(outcome.join())
  return outcome
}
/** The problem of each line. */
const check = async (lines: readonly string[], as = token): Promise<unknown[]> => {
  const outcome = await upload(lines, true, as)
  if (Array.isArray(outcome)) return outcome
  return outcome.lines.map(({ line, outcome: result, problem }) => [line, problem?.code ?? result])
}
const undo = (id: number | null) => requestOutcome(api, undoMemberImport, { token, body: { id: id ?? 0 } })
const readFees = async (email: string) => {
  const target = await findPerson(api.db, email)
  const { fees } = await api.call(listFeeRates, { token, query: { target } })
  return fees.map(({ fromDay, fee_rate }) => [fromDay, fee_rate])
}
const readDays = () =>
  queryRaw(
    api.db,
    `select s.registration_id as id, a.email, s.from_day::text as "from"
    from assignments s join accounts a on a.id = s.account_id order by 1, 2`,
  )
const readMails = () =>
  queryRaw<{ recipient: string; network: string }>(
    api.db,
    `select recipient, data ->> 'network' as network from mails where kind = 'invitation' order by id`,
  )
const countPeople = async () => (await api.call(listMembers, { token })).total

describe('a file of members', () => {
  const lines = [
    'kim@example.test,Kim,,20,2026-03-01,@two',
    `LEE@example.test ,Lee,member,"12,5",,"https://www.youtube.com/channel/${channelIdFor('one')}"`,
    'park@example.test,Park,,,,',
    'ann@example.test,Anna,,30,,',
    'rev@example.test,Rev,reviewer|reader,,,',
  ]

  test('is checked thirty times in ten minutes: the result says which addresses have an account', async () => {
    for (let count = 0; count < 30; count++) await upload([header, 'park@example.test,Park,,,,'], true)
    expect(await upload([header, 'park@example.test,Park,,,,'], true)).toEqual(['too_many'])
    expect(await apply('park@example.test,Park,,,,')).toMatchObject({ id: 1 })
  })

  test('is checked line by line, then creates and invites people with fees and channels', async () => {
    const checked = await upload([header, ...lines], true)
    expect(checked).toMatchObject({
      id: null,
      lines: [
        { line: 2, email: 'kim@example.test', outcome: 'created', fee_rate: 20, fromDay: '2026-03-01' },
        {
          line: 3,
          email: 'lee@example.test',
          outcome: 'created',
          fee_rate: 12.5,
          channels: [expect.any(String)],
        },
        { line: 4, outcome: 'created', fee_rate: null, fromDay: null, channels: [] },
        { line: 5, outcome: 'exists', differences: ['nickname', 'fee'] },
        { line: 6, outcome: 'created', roles: ['reviewer', 'reader'] },
      ],
    })
    expect([await countPeople(), await readMails(), await listAuditEntries(api.db)]).toEqual([1, [], []])
    expect(await apply(...lines)).toMatchObject({ id: 1 })
    expect(await readFees('kim@example.test')).toEqual([['2026-03-01', 20]])
    expect(await readDays()).toEqual([
      { id: one, email: 'lee@example.test', from: earnsFrom },
      { id: two, email: 'kim@example.test', from: '2026-03-01' },
    ])
    expect(await readMails()).toEqual(
      ['kim', 'lee', 'park', 'rev'].map((name) => ({ recipient: `${name}@example.test`, network: 'Hanip' })),
    )
    expect(
      await queryRaw(
        api.db,
        `select recipient, data -> 'roles' as roles from mails where kind = 'invitation' and data ? 'roles'`,
      ),
    ).toEqual([{ recipient: 'rev@example.test', roles: ['reviewer', 'reader'] }])
    expect(
      await queryRaw(
        api.db,
        `select account_id as id, detail ->> 'roles' as roles from security_events where kind = 'role-changed'`,
      ),
    ).toEqual([{ id: await findPerson(api.db, 'rev@example.test'), roles: 'reviewer reader' }])
    const entries = await listAuditEntries(api.db)
    expect(entries.map(({ action }) => action)).toEqual(Array(6).fill('importMembers'))
    expect(entries[0]).toMatchObject({
      detail: {
        import: 1,
        from: '2026-03-01',
        before: null,
        after: { network, roles: ['member'], fee_rate: 20 },
      },
    })
    // A second time, everybody is there already and nobody is mailed again.
    expect(await apply(...lines)).toMatchObject({ id: null })
    expect(await readMails()).toHaveLength(4)
    expect(await api.call(listMemberImports, { token })).toMatchObject({
      imports: [{ id: 1, members: 4, importedBy: 'boss', undoneAt: null }],
    })
  })

  test('may have its columns in any order, a BOM, quotes, semicolons and empty lines', async () => {
    const text = `\ufeffnickname;email;from;fee\r\n"Kim; Jr.";kim@example.test;2026. 3. 1.;20%\r\n\r\n`
    expect(await upload([text], true)).toMatchObject({
      lines: [{ nickname: 'Kim; Jr.', outcome: 'created', fee_rate: 20, fromDay: '2026-03-01' }],
    })
    expect(await upload([header], true)).toMatchObject({ id: null, lines: [] })
    expect(await upload(['name,mail', 'a,b'], true)).toEqual(['invalid', 'file file_columns'])
    const many = Array.from({ length: 1_001 }, (_, at) => `m${at}@example.test,Member ${at}`)
    expect(await upload(['email,nickname', ...many], true)).toEqual(['invalid', 'file file_long'])
  })

  test('is refused as a whole, with the reason of each line', async () => {
    await insertClosedMonth(api.db, '2026-02')
    const wrong = [
      header,
      'kim@example.test,Kim,,20,2026-03-01,',
      'kim@example.test,Kim,,20,2026-03-01,',
      'no address,Lee,,,,',
      'a@example.test,X,,,,',
      'b@example.test,=cmd|calc,boss,,,',
      'c@example.test,Bad\u202Ename,,,,',
      'd@example.test,Dee,,101,,',
      'e@example.test,Eve,,20,2026-02-30,',
      'f@example.test,Fay,,20,2026-02-28,',
      'g@example.test,Gus,reader,20,,',
      'cho@example.test,Cho,,,,',
      `h@example.test,Hal,,,,${channelIdFor('foreign')}`,
      'i@example.test,Ivy,,,2026-05-01,@two',
      `j@example.test,Jim,,,,${channelIdFor('one')}`,
      `k@example.test,Kit,,,,${channelIdFor('one')}`,
      `l@example.test,${'L'.repeat(101)},,,,`,
      'm@example.test,admin,,,,',
      'n@example.test,"Nan,,,,',
    ]
    const results = [
      [2, 'created'],
      [3, 'email_repeated'],
      [4, 'email_invalid'],
      [5, 'nickname_short'],
      [6, 'role_invalid'],
      [7, 'nickname_characters'],
      [8, 'fee_rate_invalid'],
      [9, 'day_invalid'],
      [10, 'day_closed'],
      [11, 'member_only'],
      [12, 'email_elsewhere'],
      [13, 'channel_unregistered'],
      [14, 'day_future'],
      [15, 'created'],
      [16, 'channel_repeated'],
      [17, 'nickname_long'],
      [18, 'nickname_reserved'],
      [19, 'line_invalid'],
    ]
    expect(await check(wrong)).toEqual(results)
    expect(await upload(wrong)).toEqual([
      expect.stringMatching(/invalid|not_found/),
      ...results.filter(([, code]) => code !== 'created').map(([line, code]) => `lines.${line} ${code}`),
    ])
    expect([await countPeople(), await readMails(), await listAuditEntries(api.db)]).toEqual([1, [], []])
  })

  test('gives roles only in the hands of an owner', async () => {
    const manager = await signIn(api, 'manager@example.test')
    const file = [header, 'rev@example.test,Rev,reviewer,,,']
    expect(await check(file, manager)).toEqual([[2, 'role_forbidden']])
    expect(await check(file)).toEqual([[2, 'created']])
    expect(await check([header, 'kim@example.test,Kim,member,20,,'], manager)).toEqual([[2, 'created']])
    const member = await signIn(api, 'ann@example.test')
    expect(await check(file, member)).toEqual(['forbidden'])
  })

  test('assigns a channel that nobody else has from that day on, with the whole of it', async () => {
    await apply(`kim@example.test,Kim,,,2026-03-01,${channelIdFor('one')}`)
    expect(await check([header, `lee@example.test,Lee,,,2026-04-01,${channelIdFor('one')}`])).toEqual([
      [2, 'channel_assigned'],
    ])
    // Channel two had a member with shares who has left.
    const ann = await findPerson(api.db, 'ann@example.test')
    await queryRaw(
      api.db,
      `insert into assignments (registration_id, account_id, assigned_at, from_day, unassigned_at, until_day)
      values ($1, $2, now(), '2026-02-05', now(), '2026-03-15')`,
      [two, ann],
    )
    await queryRaw(
      api.db,
      `insert into payout_shares (registration_id, from_day, account_id, permille) values ($1, '2026-02-05', $2, 600)`,
      [two, ann],
    )
    await apply('lee@example.test,Lee,,,2026-03-15,@two')
    expect(
      await queryRaw(
        api.db,
        `select a.email, s.from_day::text as "from", s.permille from payout_shares s
        join accounts a on a.id = s.account_id order by from_day`,
      ),
    ).toEqual([
      { email: 'ann@example.test', from: '2026-02-05', permille: 600 },
      { email: 'lee@example.test', from: '2026-03-15', permille: 1_000 },
    ])
  })
})

describe('an import is undone', () => {
  const lines = [
    'kim@example.test,Kim,,20,2026-03-01,@two',
    `lee@example.test,Lee,,10,,${channelIdFor('one')}`,
    'rev@example.test,Rev,reader,,,',
  ]
  const readAll = () =>
    Promise.all(
      ['fee_rates', 'assignments', 'payout_shares', 'email_links', 'mails'].map((table) =>
        queryRaw(api.db, `select * from ${table}`),
      ),
    )

  test('with its fees, assignments and invitations, so that the same file can be used again', async () => {
    const before = await readAll()
    const { id } = await apply(...lines)
    await clearAuditLog(api.db)
    expect(await undo(id)).toMatchObject({ removed: 3, kept: [] })
    expect(await readAll()).toEqual(before)
    expect(await countPeople()).toBe(1)
    expect((await listAuditEntries(api.db)).map(({ action }) => action)).toEqual(
      Array(3).fill('undoMemberImport'),
    )
    expect((await listAuditEntries(api.db))[0]).toMatchObject({
      detail: { before: { network, registrations: [two], fees: ['2026-03-01: 20'] }, after: null },
    })
    expect(await undo(id)).toEqual(['outdated'])
    expect(await undo(99)).toEqual(['not_found'])
    expect(await apply(...lines)).toMatchObject({ id: 2 })
  })

  test('without those who have accepted, are paid, or share their channel: they are named', async () => {
    const { id } = await apply(...lines, 'yun@example.test,Yun,,,,', 'oh@example.test,Oh,,,,')
    await queryRaw(api.db, `update accounts set email_confirmed_at = now() where email = 'yun@example.test'`)
    const lee = await findPerson(api.db, 'lee@example.test')
    await queryRaw(
      api.db,
      `insert into manual_entries (network_id, account_id, kind, currency, amount, reason, created_at)
      values ($1, $2, 'bonus', 'KRW', 1, 'A prize.', now())`,
      [network, await findPerson(api.db, 'oh@example.test')],
    )
    await api.call(setPayoutShares, {
      token,
      body: {
        ids: [one],
        fromDay: '2026-03-05',
        shares: [
          { member: lee, permille: 500 },
          { member: await findPerson(api.db, 'ann@example.test'), permille: 500 },
        ],
      },
    })
    expect(await undo(id)).toMatchObject({
      removed: 2,
      kept: [
        { email: 'lee@example.test', reason: 'changed' },
        { email: 'yun@example.test', reason: 'accepted' },
        { email: 'oh@example.test', reason: 'booked' },
      ],
    })
    expect(await countPeople()).toBe(4)
  })

  test('without those who run the network, unless by an owner, or the installation', async () => {
    const people = ['own@example.test,Own,owner,,,', 'op@example.test,Op,,,,', ...lines]
    const { id } = await apply(...people)
    await queryRaw(api.db, `insert into installation_grants (account_id, role) values ($1, 'operator')`, [
      await findPerson(api.db, 'op@example.test'),
    ])
    const owner = token
    token = await signIn(api, 'manager@example.test')
    expect(await undo(id)).toMatchObject({
      removed: 2,
      kept: [
        { email: 'own@example.test', reason: 'role' },
        { email: 'op@example.test', reason: 'role' },
        { email: 'rev@example.test', reason: 'role' },
      ],
    })
    token = owner
    const { id: again } = await apply('new@example.test,New,finance,,,')
    expect(await undo(again)).toMatchObject({ removed: 1, kept: [] })
  })

  test('without those whose channels have days in a month that was closed since', async () => {
    const { id } = await apply(...lines)
    await insertClosedMonth(api.db, '2026-03')
    expect(await undo(id)).toMatchObject({
      removed: 1,
      kept: [{ reason: 'closed' }, { reason: 'closed' }],
    })
  })

  test('by its own network only', async () => {
    const { id } = await apply(...lines)
    token = await signIn(api, 'rival@example.test')
    expect(await undo(id)).toEqual(['not_found'])
    expect(await api.call(listMemberImports, { token })).toMatchObject({ imports: [] })
  })
})

describe('the operator', () => {
  const run = (...words: string[]) => runOperator(api.db, 'member', 'import', ...words)
  const target = ['--network', 'boss@example.test', '--site', 'example.test']

  test('imports the same file, checks it and undoes it', async () => {
    const file = await folder.write(
      'members.csv',
      [header, 'kim@example.test,Kim,,20,2026-03-01,@two', 'ann@example.test,ann,,,,'].join('\n'),
    )
    const checked = await run(file, ...target, '--check')
    expect(checked).toMatchObject({ status: 0 })
    expect(checked.text).toContain('line 2  kim@example.test: member, fee 20 %, from 2026-03-01, 1 channel')
    expect(checked.text).toContain('2 people: 1 to create; nothing was changed')
    expect((await run(file, ...target)).text).toContain('member import --undo 1')
    expect((await listAuditEntries(api.db))[0]).toMatchObject({ action: 'member import', actor: null })
    expect(await readMails()).toEqual([{ recipient: 'kim@example.test', network: 'Hanip' }])
    expect(await run('--undo', '1')).toMatchObject({ status: 0, text: 'import 1: 1 taken back' })
    await expect(run('--undo', '1')).rejects.toThrow('was undone already')
  })

  test('reads what is wrong with which line', async () => {
    const file = await folder.write('members.csv', `${header}\nkim@example.test,Kim,,20,2026-13-01,@nobody\n`)
    const { status, text } = await run(file, ...target)
    expect(status).toBe(1)
    expect(text).toContain('line 2, from: Please enter a date')
    await expect(run(file)).rejects.toThrow('--network and --site')
    await expect(run('--undo', '1', '--check')).rejects.toThrow('without other options')
    await expect(run('--undo', '9')).rejects.toThrow('There is no import 9.')
  })
})
