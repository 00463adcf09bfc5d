// @module-tag extended
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assignChannel } from '#contract/channels/channel-changes.ts'
import { join, login } from '#contract/people/auth.ts'
import { followEmailLink } from '#contract/people/email-links.ts'
import { addMember } from '#contract/people/member-management.ts'
import { listMembers } from '#contract/people/members.ts'
import { readMe } from '#contract/people/session.ts'
import { readMeta } from '#contract/portal/site.ts'
import { readMonths } from '#contract/settlement/months.ts'
import { findSite } from '#server/platform/auth/sites.ts'
import {
  createAccount,
  createChannel,
  createSite,
  createStaff,
  findPerson,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(() =>
  execAsOwner(api.db, 'truncate sites, accounts, exchange_rates, audit_log restart identity cascade'),
)

const runCommand = (command: string) => runOperator(api.db, ...command.split(' '))

/** Lists the operator's audit entries. */
const listAuditRows = () =>
  queryRaw<{ action: string; id: string; detail: object }>(
    api.db,
    `select action, subject, subject_id as id, detail from audit_log where actor = 'operator' order by id`,
  )

/** Expects a command to be refused without any effect. */
async function expectRefused(command: string | string[], message: RegExp): Promise<void> {
  const snapshot = async () =>
    JSON.stringify([
      await queryRaw(api.db, 'select * from sites order by id'),
      await queryRaw(api.db, 'select * from accounts order by id'),
      await queryRaw(api.db, 'select site_id, company_name from payment_info order by site_id'),
      await queryRaw(api.db, 'select id, revoked_at from partner_keys order by id'),
      await queryRaw(api.db, 'select count(*) as count from audit_log'),
    ])
  const before = await snapshot()
  await expect(
    runOperator(api.db, ...(typeof command === 'string' ? command.split(' ') : command)),
  ).rejects.toThrow(message)
  expect(await snapshot()).toBe(before)
}

describe('every command', () => {
  test.each([
    'site add',
    'site set',
    'site list',
    'account list',
    'account promote',
    'account demote',
    'account password',
    'payment set',
    'payment show',
    'partner add',
    'partner list',
    'partner revoke',
    'rates import',
    'doctor',
  ])('%s has help with an example and its exit statuses', async (name) => {
    const { status, text } = await runCommand(`${name} --help`)
    expect(status).toBe(0)
    expect(text).toContain(`Usage: npm run operator -- ${name}`)
    expect(text).toMatch(/^Examples:$/m)
    expect(text).toMatch(/^Exit status: 0 /m)
  })
})

describe('site', () => {
  test('add normalizes the domain', async () => {
    const { status, lines } = await runOperator(
      api.db,
      ...['site', 'add', 'WWW.Studio.Example:80', '--name', ' My Studio ', '--design', 'mcn-2'],
      ...['--color', '1D6FD8', '--color-dim', '#e4effc', '--playlist'],
    )
    expect(status).toBe(0)
    expect(lines).toEqual([
      'added: studio.example  My Studio  (playlist site, US dollars, new accounts are standalone)  0 channels  no manager',
    ])
    expect((await api.call(readMeta, { query: { domain: 'studio.example' } })).metadata).toMatchObject({
      name: 'My Studio',
      design_id: 'mcn-2',
      color_primary: '#1d6fd8',
      color_primary_dim: '#e4effc',
      is_playist: true,
    })
    expect(await listAuditRows()).toMatchObject([{ action: 'site add', subject: 'site', id: '1' }])
  })

  test('add leaves other settings at their defaults', async () => {
    await runCommand('site add studio.example --name Studio')
    expect((await api.call(readMeta, { query: { domain: 'studio.example' } })).metadata).toMatchObject({
      design_id: '',
      color_primary: '#5b5bd6',
      is_playist: false,
    })
  })

  test.each([
    ['site add', /Missing required argument 'domain'/],
    ['site add a.test b.test --name A', /Too many arguments/],
    ['site add http://a.test/ --name A', /argument 'domain'. Expected a domain/],
    ['site add a.test', /Give --name/],
    [['site', 'add', 'a.test', '--name', ' '], /'--name <name>'.* Expected some text/],
    [['site', 'add', 'a.test', '--name', 'a\nb'], /Expected a single line/],
    [['site', 'add', 'a.test', '--name', 'x'.repeat(61)], /Expected at most 60 characters/],
    [
      'site add a.test --name A --design mcn-9',
      /'--design <id>'.* Expected one of mcn-2, mcn-3, mcn-4, none/,
    ],
    ['site add a.test --name A --color blue', /'--color <hex>'.* Expected six hex digits/],
    ['site add a.test --name A --color-dim 12345', /'--color-dim <hex>'.* Expected six hex digits/],
    ['site add example.test --name A', /The site example.test already exists/],
    ['site set example.test', /Give at least one setting/],
    ['site set nowhere.test --name A', /There is no site nowhere.test/],
    [
      'site set example.test --default-network nobody',
      /'--default-network <email\|none>'.* Expected an email address/,
    ],
    ['site set example.test --default-network nobody@a.test', /nobody@a.test runs no network/],
    ['site set example.test --default-network alone@example.test', /runs no network/],
    ['site set example.test --name B --default-network alone@example.test', /runs no network/],
    ['site list all', /Too many arguments/],
  ])('is refused: %j', async (words, message) => {
    await createAccount(api.db, await createSite(api.db), 'alone@example.test', undefined, false)
    await expectRefused(words, message)
  })

  test('set changes the given settings and says when nothing changes', async () => {
    const site = await createSite(api.db)
    const boss = await createAccount(api.db, site, 'boss@example.test')
    const words = 'site set example.test --name Other --design mcn-3 --default-network boss@example.test'
    expect((await runCommand(words)).lines).toEqual([
      'changed: example.test  Other  (Korean site, new accounts join boss@example.test)  0 channels  boss@example.test',
    ])
    expect((await runCommand(words)).text).toMatch(/^unchanged: /)
    expect(await listAuditRows()).toEqual([
      {
        action: 'site set',
        subject: 'site',
        id: '1',
        detail: {
          before: { name: 'Example', design: '', default_network: null },
          after: { name: 'Other', design: 'mcn-3', default_network: boss },
        },
      },
    ])
    await runCommand('site set example.test --design none --default-network none')
    expect(await queryRaw(api.db, 'select name, design_id, default_network_id from sites')).toEqual([
      { name: 'Other', design_id: '', default_network_id: null },
    ])
  })

  test('set with another default network counts for the next who joins', async () => {
    const boss = await createAccount(api.db, await createSite(api.db), 'boss@example.test')
    await api.request(readMe)
    await runCommand('site set example.test --default-network boss@example.test')
    await api.call(join, { body: { email: 'new@example.test', password, nickname: 'new one' } })
    expect(
      await queryRaw(api.db, `select network_id as of from accounts where email = 'new@example.test'`),
    ).toEqual([{ of: boss }])
  })

  test('set with another currency rebuilds the lists', async () => {
    await createSite(api.db)
    const state = async () =>
      (
        await queryRaw<{ figures: number; lists: number }>(
          api.db,
          'select data_revision as figures, lists_revision as lists from report_state',
        )
      )[0] ?? { figures: -1, lists: -1 }
    const before = await state()
    await runCommand('site set example.test --no-playlist --name Else')
    expect(await state()).toEqual(before)
    await runCommand('site set example.test --playlist')
    expect(await state()).toEqual({ figures: before.figures + 1, lists: before.figures + 1 })
  })

  test('list prints all sites, also as JSON', async () => {
    expect((await runCommand('site list')).text).toMatch(/There are no sites yet/)
    const boss = await createAccount(api.db, await createSite(api.db), 'boss@example.test')
    await createSite(api.db, 'list.test', true)
    await createChannel(api.db, boss, channelIdFor('one'))
    expect((await runCommand('site list')).lines).toEqual([
      'example.test  Example  (Korean site, new accounts are standalone)  1 channel  boss@example.test',
      'list.test  Example  (playlist site, US dollars, new accounts are standalone)  0 channels  no manager',
    ])
    expect(JSON.parse((await runCommand('site list --json')).text)[0]).toEqual({
      domain: 'example.test',
      name: 'Example',
      names: {},
      playlist: false,
      design: '',
      color: '#5b5bd6',
      colorDim: '#eeeefb',
      defaultNetwork: null,
      managers: ['boss@example.test'],
      channels: 1,
      requireSecondFactor: false,
    })
  })
})

describe('account', () => {
  let boss: number
  let member: number
  let alone: number
  beforeEach(async () => {
    const site = await createSite(api.db)
    boss = await createAccount(api.db, site, 'boss@example.test')
    member = await createAccount(api.db, site, 'member@example.test', boss)
    alone = await createAccount(api.db, site, 'alone@example.test', undefined, false)
    await createAccount(api.db, await createSite(api.db, 'other.test'), 'boss@example.test')
  })

  test('list prints the accounts with their roles', async () => {
    await insertAssignment(api.db, await createChannel(api.db, boss, channelIdFor('one')), member)
    await createChannel(api.db, boss, channelIdFor('two'))
    await signIn(api, 'member@example.test')
    await execRaw(api.db, 'update accounts set email_confirmed_at = now()')
    expect((await runCommand('account list --site example.test')).lines).toEqual([
      expect.stringMatching(
        /^id +site +email +nickname +roles +network +installation +state +channels +last sign-in$/,
      ),
      expect.stringMatching(
        /^2 +example.test {2}boss@.* owner, manager of 1 member +boss@example.test +– +active +2 {2}–$/,
      ),
      expect.stringMatching(/ member +boss@example.test +– +active +1 {2}\d{4}-\d\d-\d\d \d\d:\d\d$/),
      expect.stringMatching(/alone@example.test +alone +standalone +– +– +active +0 {2}–$/),
      '3 accounts',
    ])
    expect((await runCommand('account list')).lines.at(-1)).toBe('4 accounts')
    const found = JSON.parse((await runCommand('account list --search MEMBER --json')).text)
    expect(found).toMatchObject([
      {
        id: member,
        email: 'member@example.test',
        roles: ['member'],
        network: 'boss@example.test',
        channels: 1,
      },
    ])
    expect((await runCommand('account list --search 100%')).lines).toEqual(['No account found.'])
    await execRaw(api.db, `update accounts set email_confirmed_at = null where id = ${alone}`)
    expect((await runCommand('account list --search alone')).lines[1]).toMatch(
      /standalone +– +– +address not confirmed +0/,
    )
    await execRaw(api.db, `update accounts set password_hash = null where id = ${alone}`)
    expect((await runCommand('account list --search alone')).lines[1]).toMatch(/standalone +– +– +invited/)
    await execRaw(
      api.db,
      `update accounts set removed_at = now(), email = null, nickname = null where email = 'alone@example.test'`,
    )
    expect((await runCommand('account list --site example.test')).lines.at(-1)).toBe('2 accounts')
  })

  test.each([
    ['account list everybody', /Too many arguments/],
    ['account list --site nowhere.test', /no site nowhere.test/],
    ['account promote --site example.test', /Missing required argument 'email'/],
    ['account promote boss --site example.test', /argument 'email'. Expected an email address/],
    ['account promote alone@example.test', /Required option '--site <domain>' not specified/],
    ['account promote alone@example.test --site nowhere.test', /no site nowhere.test/],
    ['account promote nobody@example.test --site example.test', /no account nobody@example.test/],
    ['account promote boss@example.test --site example.test', /runs a network already/],
    ['account demote --site example.test', /Missing required argument 'email'/],
    ['account demote alone@example.test --site example.test', /runs no network/],
    ['account demote member@example.test --site example.test', /runs no network/],
    ['account demote boss@example.test --site example.test', /has 1 member and 0 channels/],
    ['account password --site example.test', /Missing required argument 'email'/],
    ['account password nobody@example.test --site example.test', /no account nobody@example.test/],
  ])('%s is refused', expectRefused)

  test('promote makes a manager of who stands alone, with the channels, also where they are signed in', async () => {
    await createChannel(api.db, alone, channelIdFor('own'))
    const token = await signIn(api, 'alone@example.test')
    expect((await api.request(listMembers, { token })).body.code).toBe('forbidden')
    expect((await runCommand('account promote ALONE@example.test --site example.test')).text).toBe(
      'alone@example.test now owns a network.',
    )
    expect((await api.call(listMembers, { token })).total).toBe(0)
    const person = await findPerson(api.db, 'alone@example.test')
    expect(await listAuditRows()).toEqual([
      {
        action: 'account promote',
        subject: 'account',
        id: String(alone),
        detail: {
          before: { roles: [], network: alone, account: alone },
          after: { roles: ['owner', 'manager'], network: alone, account: person },
        },
      },
    ])
  })

  test('promote takes a member out of the network, where nothing of them is left', async () => {
    const token = await signIn(api, 'member@example.test')
    const registration = await createChannel(api.db, boss, channelIdFor('one'))
    await insertAssignment(api.db, registration, member)
    await queryRaw(
      api.db,
      `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 300)`,
      [member],
    )
    await expectRefused(
      'account promote member@example.test --site example.test',
      /has 1 channel of the network/,
    )
    await execRaw(api.db, 'update assignments set unassigned_at = now(), until_day = from_day')
    await queryRaw(
      api.db,
      `insert into channel_requests (network_id, account_id, link, category) values ($1, $2, 'x', 'people')`,
      [boss, member],
    )
    await expectRefused('account promote member@example.test --site example.test', /being looked up/)
    await execRaw(api.db, `update channel_requests set failure = 'no_answer'`)
    expect((await runCommand('account promote member@example.test --site example.test')).text).toMatch(
      /now owns a network and is no longer a member/,
    )
    expect((await api.call(listMembers, { token })).total).toBe(0)
    const bossToken = await signIn(api, 'boss@example.test')
    expect((await api.call(listMembers, { token: bossToken })).total).toBe(0)
    expect(await listAuditRows()).toMatchObject([
      {
        detail: {
          before: { roles: ['member'], network: boss, fee_rate: 30 },
          after: { roles: ['owner', 'manager'], network: expect.any(Number), fee_rate: 0 },
        },
      },
    ])
    expect(await queryRaw(api.db, 'select permille from fee_rates order by from_day')).toEqual([
      { permille: 300 },
      { permille: 0 },
    ])
  })

  test('roles say what somebody may do, at once, and the network stays when its owner is replaced', async () => {
    const [bossToken, token] = [
      await signIn(api, 'boss@example.test'),
      await signIn(api, 'alone@example.test'),
    ]
    const readable = async (of: string) => [
      (await api.request(listMembers, { token: of })).status,
      (await api.request(readMonths, { token: of })).status,
      (await api.request(addMember, { token: of, body: {} })).status,
    ]
    const roles = (words: string) => runCommand(`account roles ${words} --site example.test`)
    expect(await readable(token)).toEqual([403, 403, 403])
    await roles('alone@example.test finance --network boss@example.test')
    expect(await readable(token)).toEqual([200, 200, 403])
    await roles('alone@example.test manager')
    expect(await readable(token)).toEqual([200, 403, 422])
    await roles('alone@example.test reviewer,reader')
    expect(await readable(token)).toEqual([200, 200, 403])
    expect((await api.call(readMe, { token })).user).toMatchObject({
      roles: ['reviewer', 'reader'],
      permission_flag: 0,
    })
    const before = await api.call(listMembers, { token: bossToken })
    await roles('alone@example.test owner')
    await roles('boss@example.test none')
    expect(await api.call(listMembers, { token })).toEqual(before)
    expect(await readable(bossToken)).toEqual([403, 403, 403])
    expect((await api.call(readMe, { token: bossToken })).user).toMatchObject({ roles: [] })
    const person = await findPerson(api.db, 'boss@example.test')
    expect((await listAuditRows()).find(({ id }) => id === String(person))?.detail).toEqual({
      before: { roles: ['owner', 'manager'], network: boss },
      after: { roles: [], network: person },
    })
  })

  test.each([
    ['alone@example.test finance', /is in no network: give it with --network/],
    ['alone@example.test none', /is in no network/],
    ['alone@example.test finance --network alone@example.test', /runs no network/],
    ['alone@example.test boss', /some of owner, manager/],
    ['boss@example.test manager', /is the last owner of the network/],
    ['boss@example.test none', /is the last owner of the network/],
    ['member@example.test none', /has 1 channel of the network/],
  ])('roles %s is refused', async (words, message) => {
    await insertAssignment(api.db, await createChannel(api.db, boss, channelIdFor('one')), member)
    await expectRefused(`account roles ${words} --site example.test`, message)
  })

  test('two owners who leave at once do not leave the network without one', async () => {
    const site = await findSite(api.db, 'example.test')
    if (!site) throw new Error('There is no site.')
    await createStaff(api.db, site, 'second@example.test', boss, ['owner'])
    const left = await Promise.allSettled(
      ['boss', 'second'].map((name) =>
        runCommand(`account roles ${name}@example.test none --site example.test`),
      ),
    )
    expect(left.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('promote and a channel that is assigned at once do not both win', async () => {
    const token = await signIn(api, 'boss@example.test')
    const id = await createChannel(api.db, boss, channelIdFor('one'))
    const [promoted, assigned] = await Promise.allSettled([
      runCommand('account promote member@example.test --site example.test'),
      api.call(assignChannel, { token, body: { id, members: [member] } }),
    ])
    expect([promoted.status, assigned.status].sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('demote takes the rights at once, of a network that is empty', async () => {
    const token = await signIn(api, 'boss@example.test')
    const other = await startApi(api.db)
    expect((await other.request(listMembers, { token })).status).toBe(200)
    await queryRaw(api.db, `update accounts set network_id = id, roles = '{}' where id = $1`, [member])
    const registration = await createChannel(api.db, boss, channelIdFor('one'))
    await expectRefused('account demote boss@example.test --site example.test', /0 members and 1 channel/)
    await queryRaw(api.db, 'update channels set removed_at = now() where registration_id = $1', [
      registration,
    ])
    await queryRaw(api.db, 'update sites set default_network_id = $1 where id = 1', [boss])
    await expectRefused('account demote boss@example.test --site example.test', /--default-network none/)
    await runCommand('site set example.test --default-network none')
    expect((await runCommand('account demote boss@example.test --site example.test')).status).toBe(0)
    for (const one of [api, other])
      expect((await one.request(listMembers, { token })).body.code).toBe('forbidden')
    expect((await api.call(readMe, { token })).user).toMatchObject({
      email: 'boss@example.test',
      permission_flag: 0,
    })
    // The account with the same address on another site is unchanged.
    const there = await signIn(api, 'boss@example.test', 'other.test')
    expect((await api.request(listMembers, { token: there, domain: 'other.test' })).status).toBe(200)
  })

  test('password ends it and all sessions, and gives a link that sets another one, once and for half an hour', async () => {
    const tokens = [await signIn(api, 'member@example.test'), await signIn(api, 'member@example.test')]
    const bossToken = await signIn(api, 'boss@example.test')
    await api.call(readMe, { token: tokens[0] ?? '' })
    const { lines } = await runCommand('account password member@example.test --site example.test')
    expect(lines).toEqual([
      expect.stringMatching(
        /^link https:\/\/example\.test\/email-link#[\w-]{43} \(shown only once; works once, for 30 minutes\)$/,
      ),
      '2 sessions of member@example.test ended',
    ])
    for (const token of tokens)
      expect((await api.request(readMe, { token })).body.code).toBe('unauthenticated')
    expect((await api.request(readMe, { token: bossToken })).status).toBe(200)
    const old = await api.request(login, { body: { id: 'member@example.test', password } })
    expect(old.body.code).toBe('wrong_credentials')
    const body = { token: /#([\w-]+)/.exec(lines[0] ?? '')?.[1] ?? '', newPassword: 'only mine' }
    await api.call(followEmailLink, { body })
    await api.call(login, { body: { id: 'member@example.test', password: 'only mine' } })
    expect((await api.request(followEmailLink, { body })).body.code).toBe('expired')
    const late = await runCommand('account password member@example.test --site example.test')
    const token = /#([\w-]+)/.exec(late.lines[0] ?? '')?.[1] ?? ''
    const { now } = api.clock
    api.clock.now = new Date(Date.now() + 31 * 60_000)
    const tooLate = await api.request(followEmailLink, { body: { ...body, token } })
    api.clock.now = now
    expect(tooLate.body.code).toBe('expired')
    expect(await listAuditRows()).toEqual([
      {
        action: 'account password',
        subject: 'account',
        id: String(member),
        detail: {
          before: { password: '(hidden)', sessions: 2 },
          after: { password: null, link: '(hidden)', sessions: 0 },
        },
      },
      expect.objectContaining({ action: 'account password' }),
    ])
  })

  test('a review of a channel is recorded in its network', async () => {
    const id = await createChannel(api.db, boss, channelIdFor('one'), { approval: 0 })
    await runCommand(`channel review ${id} approve`)
    await expectRefused(`channel review ${id} approve`, /already decided/)
    expect(await listAuditRows()).toEqual([
      {
        action: 'channel review',
        subject: 'channel',
        id: String(id),
        detail: { before: { approval: 'pending' }, after: { approval: 'approved' } },
      },
    ])
  })

  test('demote and a site’s default network, set at once, do not both win', async () => {
    await queryRaw(api.db, `update accounts set network_id = id, roles = '{}' where id = $1`, [member])
    const both = await Promise.allSettled([
      runCommand('account demote boss@example.test --site example.test'),
      runCommand('site set example.test --default-network boss@example.test'),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('payment', () => {
  const all = [
    ...[
      '--company-name',
      'Studio Ltd.',
      '--company-address',
      '1 Film Street',
      '--business-number',
      '123-45-67891',
    ],
    ...['--company-mail', 'pay@studio.example', '--manager-name', 'Kim', '--manager-contact', '+82 2 123'],
  ]
  const set = (...words: string[]) =>
    runOperator(api.db, 'payment', 'set', '--site', 'example.test', ...words)
  beforeEach(() => createSite(api.db))

  test('set asks for all of it the first time, and then for what changes', async () => {
    await expectRefused(
      'payment set --site example.test --company-name Studio',
      /--company-address, .*--manager-contact/,
    )
    expect((await set(...all)).lines).toEqual([
      'example.test',
      '  company-name      Studio Ltd.',
      '  company-address   1 Film Street',
      '  business-number   123-45-67891',
      '  company-mail      pay@studio.example',
      '  manager-name      Kim',
      '  manager-contact   +82 2 123',
    ])
    await set('--manager-name', ' Lee ')
    await set('--manager-name', 'Lee')
    expect((await runCommand('payment show --site example.test')).lines).toContain('  manager-name      Lee')
    const changes = await listAuditRows()
    expect(changes.map(({ detail }) => detail)).toMatchObject([
      { before: null, after: { company_name: 'Studio Ltd.', company_mail: '(hidden)' } },
      { before: { manager_name: '(hidden)' }, after: { manager_name: '(hidden)' } },
    ])
    expect(JSON.stringify(changes)).not.toMatch(/Lee|Kim|pay@|\+82/)
  })

  test('show tells it, also to programs', async () => {
    expect((await runCommand('payment show --site example.test')).text).toMatch(
      /has no payment information yet/,
    )
    expect((await runCommand('payment show --site example.test --json')).text).toBe('null')
    await set(...all)
    expect(JSON.parse((await runCommand('payment show --site example.test --json')).text)).toMatchObject({
      company_name: 'Studio Ltd.',
      manager_contact: '+82 2 123',
    })
  })

  test.each([
    ['payment set', /Required option '--site <domain>' not specified/],
    ['payment set --site example.test', /Give at least one value/],
    ['payment set --site nowhere.test --manager-name Kim', /no site nowhere.test/],
    [
      'payment set --site example.test --company-mail nobody',
      /'--company-mail <email>'.* Expected an email address/,
    ],
    [['payment', 'set', '--site', 'example.test', '--manager-name', ''], /Expected some text/],
    [
      ['payment', 'set', '--site', 'example.test', '--manager-name', 'x'.repeat(201)],
      /Expected at most 200 characters/,
    ],
    ['payment show', /Required option '--site <domain>' not specified/],
    ['payment show --site nowhere.test', /no site nowhere.test/],
  ])('%j is refused', expectRefused)
})

describe('partner', () => {
  beforeEach(() => createSite(api.db))

  test('add prints a key once, list tells of it, revoke ends it', async () => {
    expect((await runCommand('partner list')).text).toMatch(/There are no partner keys yet/)
    const { lines } = await runOperator(api.db, 'partner', 'add', 'Our shop', '--site', 'example.test')
    expect(lines[0]).toMatch(/^partner \d+ {2}Our shop {2}example.test$/)
    expect(lines[1]).toMatch(/^key hookline_[\w-]{43} \(shown only once\)$/)
    const id = lines[0]?.split(' ')[1]
    const listed = await runCommand('partner list --site example.test')
    expect(listed.lines[1]).toMatch(/^\d+ +example.test {2}Our shop {2}members {2}\d{4}-.* – +–$/)
    expect(listed.text).not.toContain('hookline_')
    expect((await runCommand(`partner revoke ${id}`)).status).toBe(0)
    expect((await runCommand('partner list')).lines[1]).toMatch(/– {2,}\d{4}-\S+ \S+$/)
    await expectRefused(`partner revoke ${id}`, /no active key/)
    expect(JSON.parse((await runCommand('partner list --json')).text)).toMatchObject([
      { name: 'Our shop', site: 'example.test', lastUsedAt: null, revokedAt: expect.any(String) },
    ])
    expect(await listAuditRows()).toMatchObject([
      { action: 'partner add', subject: 'partner', detail: { before: null, after: { name: 'Our shop' } } },
      {
        action: 'partner revoke',
        subject: 'partner',
        detail: { before: { valid: true }, after: { valid: false } },
      },
    ])
  })

  test.each([
    ['partner add --site example.test', /Missing required argument 'name'/],
    ['partner add My Shop --site example.test', /Too many arguments/],
    ['partner add Shop', /Required option '--site <domain>' not specified/],
    ['partner add Shop --site nowhere.test', /no site nowhere.test/],
    ['partner list all', /Too many arguments/],
    ['partner list --site nowhere.test', /no site nowhere.test/],
    ['partner revoke', /Missing required argument 'id'/],
    ['partner revoke x', /argument 'id'. Expected an id/],
    ['partner revoke 99999', /no active key 99999/],
  ])('%s is refused', expectRefused)
})
