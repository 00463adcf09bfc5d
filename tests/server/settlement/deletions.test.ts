// @module-tag adapter
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteChannel } from '#contract/channels/channel-changes.ts'
import { withdrawAccount } from '#contract/people/account.ts'
import { deleteMember } from '#contract/people/member-management.ts'
import { readDeletion } from '#contract/settlement/deletions.ts'
import { requestPayment } from '#contract/settlement/payments.ts'
import { releaseMonth } from '#server/settlement/closing/releases.ts'
import { selectJournal } from '#server/settlement/documents/journal/journal.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs } from '#tests/support/channel-fixtures.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease, closePreviewed, testCloser } from '#tests/support/months.ts'
import { runOperator } from '#tests/support/operator.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

const march = '2026-03-01'
const april = '2026-04-01'
const now = new Date('2026-06-20T12:00:00Z')
const krwMicros = 1_000_000_000

let api: Api
let round = 0
let domain = ''
let ids: Record<string, number> = {}
let tokens: Record<string, string> = {}
let registrations: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0
const as = (name: string) => ({ token: tokens[name] ?? '', domain })
const channelOf = (name: string) => channelIdFor(`${name}${round}`)

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: createRecordingJobs().jobs })
  api.clock.now = now
})
afterAll(() => api.close())

/** Ann has the channels a and b of a network, alone has l. */
async function build(isPlaylist: boolean): Promise<void> {
  const { db } = api
  round += 1
  domain = `studio${round}.example`
  ids = {}
  tokens = {}
  registrations = {}
  await execAsOwner(
    db,
    `truncate ledger_entries, payouts, manual_entries, statements, month_parts, months, month_loads, month_sums, payees,
      rate_limit_windows cascade`,
  )
  const site = await createSite(db, domain, isPlaylist)
  for (const [name, network, isManager] of [
    ['boss', undefined, true],
    ['ann', 'boss', false],
    ['alone', undefined, false],
  ] as const) {
    ids[name] = await createAccount(db, site, `${name}@${domain}`, network && ids[network], isManager)
    tokens[name] = await signIn(api, `${name}@${domain}`, domain)
    await insertConfirmedPayee(db, id(name))
  }
  for (const [name, owner, member] of [
    ['a', 'boss', 'ann'],
    ['b', 'boss', 'ann'],
    ['l', 'alone', null],
  ] as const) {
    registrations[name] = await createChannel(db, id(owner), channelOf(name))
    if (member) await insertAssignment(db, registrations[name] ?? 0, id(member))
  }
  await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
}

const putFile = (month: string, dollars: Record<string, string>) =>
  insertMonthFile(api.db, {
    month,
    source: 'ads',
    amounts: Object.fromEntries(Object.entries(dollars).map(([name, amount]) => [channelOf(name), amount])),
  })

async function close(month: string, dollars: Record<string, string>): Promise<void> {
  await putFile(month, dollars)
  await closeAndRelease(api.db, { month, krwMicros, now, explanation: 'There is no payment summary.' })
}

/** In dollars, as 1,000 won are one. */
async function readBalances(): Promise<Record<string, number>> {
  const rows = await queryRaw<{ account: number | null; micros: number }>(
    api.db,
    `select account_id as account, sum(micros)::bigint as micros from ledger_entries group by 1 having sum(micros) <> 0`,
  )
  const nameOf = new Map(Object.entries(ids).map(([name, one]) => [one, name]))
  return Object.fromEntries(
    rows.map(({ account, micros }) => [
      account === null ? 'nobody' : (nameOf.get(account) ?? ''),
      micros / 1e6,
    ]),
  )
}
const readStates = async (name: string) =>
  (await selectStatements(api.db, { accountId: id(name) })).map(({ state }) => state)
/** 3.3 % of all that is paid. */
const withhold = () =>
  queryRaw(
    api.db,
    `insert into withholding_rates (site_id, kind, from_month, income_tax_permille, local_tax_permille)
    select id, 'business', '2026-01-01', 30, 100 from sites where domain = $1`,
    [domain],
  )
const keepMoney = () => runOperator(api.db, 'site', 'set', domain, '--forfeit-on-deletion', 'off')
const removeAnn = () => api.call(deleteMember, { ...as('boss'), body: { target: id('ann'), password } })
const removeChannel = (name: string, who = 'boss') =>
  api.call(deleteChannel, {
    ...as(who),
    body: { id: registrations[name] ?? 0, password, acknowledged: 'on' },
  })

describe.each([
  ['won', false],
  ['dollars', true],
] as const)('on a site in %s', (_, isPlaylist) => {
  beforeEach(() => build(isPlaylist))

  test('a member who is deleted forfeits a balance below the limit, which is the network’s', async () => {
    await close(march, { a: '9.5' })
    expect(await readStates('ann')).toEqual(['carried_over'])
    await removeAnn()
    expect(await readBalances()).toEqual({ boss: 9.5 })
  })

  test('and one above it that nobody has asked for', async () => {
    await close(march, { a: '100.5' })
    await removeAnn()
    expect(await readBalances()).toEqual({ boss: 100.5 })
    expect(await readStates('ann')).toEqual(['forfeited'])
    expect(await queryRaw(api.db, 'select from payees where account_id = $1', [id('ann')])).toEqual([])
    const entries = await queryRaw<{ reference: string }>(
      api.db,
      `select distinct reference from ledger_entries where kind = 'forfeit'`,
    )
    expect(entries).toEqual([{ reference: isPlaylist ? 'Account deleted' : '계정 삭제' }])
  })

  test('what was on request before stays to be paid', async () => {
    await close(march, { a: '100' })
    await api.call(requestPayment, { ...as('ann'), body: {} })
    await removeAnn()
    expect(await readBalances()).toEqual({ ann: 100 })
    expect(await readStates('ann')).toEqual(['awaiting_payment'])
  })

  test('also what is closed after the deletion is the network’s', async () => {
    await putFile(march, { a: '40' })
    await closePreviewed(api.db, { month: march, krwMicros, now, explanation: 'x' })
    await removeAnn()
    await releaseMonth(api.db, { month: march, now }, testCloser)
    expect(await readBalances()).toEqual({ boss: 40 })
    await close(april, { a: '30' })
    expect(await readBalances()).toEqual({ boss: 70 })
  })

  test('tax of what is forfeited is not owed to the tax office any more', async () => {
    await withhold()
    await close(march, { a: '60', b: '40' })
    expect(await readBalances()).toEqual({ ann: 96.7, nobody: 3.3 })
    await removeChannel('b')
    // 40 % of what is paid and of its tax, each cut to whole won or cents, and 10 won or cents.
    expect(await readBalances()).toEqual({ ann: 58.02, boss: 40, nobody: 1.98 })
    await removeAnn()
    expect(await readBalances()).toEqual({ boss: 100 })
    const rows = await selectJournal(api.db, { from: '2020-01-01', to: '2030-01-01', networkId: id('boss') })
    const sums = new Map<string, number>()
    for (const { debit, credit, micros } of rows) {
      sums.set(debit, (sums.get(debit) ?? 0) + micros)
      sums.set(credit, (sums.get(credit) ?? 0) - micros)
    }
    expect([sums.get('clearing'), sums.get('tax_payable'), sums.get('payable')]).toEqual([0, 0, 0])
  })

  test('a person without a network forfeits to nobody', async () => {
    await close(march, { l: '50' })
    await api.call(withdrawAccount, { ...as('alone'), body: { password } })
    expect(await readBalances()).toEqual({ nobody: 50 })
  })

  test('the operator deletes for others, and names first what ends', async () => {
    await close(march, { a: '60', b: '40', l: '9' })
    const remove = (name: string, ...more: string[]) =>
      runOperator(api.db, 'account', 'remove', `${name}@${domain}`, '--site', domain, ...more)
    const removeB = (...more: string[]) =>
      runOperator(api.db, 'channel', 'remove', String(registrations.b), ...more)
    const cents = isPlaylist ? '.00' : '000'
    await expect(removeB()).rejects.toThrow(isPlaylist ? '40.00 USD' : '40,000 KRW')
    await expect(removeB('--forfeit', `1${cents}`)).rejects.toThrow('add --forfeit with that amount')
    expect(await readBalances()).toEqual({ ann: 100, alone: 9 })
    await removeB('--forfeit', `40${cents}`)
    expect(await readBalances()).toEqual({ ann: 60, alone: 9, boss: 40 })
    await expect(removeB()).rejects.toThrow(/already ended|no registration/)
    await expect(remove('boss')).rejects.toThrow('has members or channels')
    await remove('ann', '--forfeit', `60${cents}`)
    await remove('alone', '--forfeit', `9${cents}`)
    expect(await readBalances()).toEqual({ boss: 100, nobody: 9 })
    await expect(remove('ann')).rejects.toThrow('no account')
    const entries = await queryRaw(
      api.db,
      `select action, actor from audit_log where action in ('account remove', 'channel remove') order by id`,
    )
    expect(entries.slice(-4)).toEqual([
      { action: 'channel remove', actor: 'operator' },
      { action: 'account remove', actor: 'operator' },
      // The channel that goes with the account.
      { action: 'account remove', actor: 'operator' },
      { action: 'account remove', actor: 'operator' },
    ])
  })

  test('the operator deletes what ends without money, where the site keeps it', async () => {
    await keepMoney()
    await close(march, { a: '60' })
    await runOperator(api.db, 'account', 'remove', `ann@${domain}`, '--site', domain)
    expect(await readBalances()).toEqual({ ann: 60 })
    await expect(
      runOperator(
        api.db,
        'channel',
        'remove',
        String(registrations.a),
        '--forfeit',
        isPlaylist ? '1.00' : '1',
      ),
    ).rejects.toThrow('Nothing ends with')
    await runOperator(api.db, 'channel', 'remove', String(registrations.a))
  })

  test('money stays where the site says so, and is paid', async () => {
    await keepMoney()
    await close(march, { a: '100', l: '50' })
    await removeAnn()
    await removeChannel('a')
    await api.call(withdrawAccount, { ...as('alone'), body: { password } })
    expect(await readBalances()).toEqual({ ann: 100, alone: 50 })
    expect(await readStates('ann')).toEqual(['awaiting_payment'])
  })

  test('a channel that is deleted forfeits its part of what is not paid, and nothing else', async () => {
    await close(march, { a: '5', b: '3' })
    await close(april, { a: '60', b: '30' })
    await removeChannel('a')
    // 65 of 98 dollars are the channel's.
    const balances = await readBalances()
    expect(balances['ann']).toBeCloseTo(33, 2)
    expect(balances['boss']).toBeCloseTo(65, 2)
    expect((balances['ann'] ?? 0) + (balances['boss'] ?? 0)).toBe(98)
    expect(await readStates('ann')).toEqual(['carried_over', 'partly_paid'])
    expect((await selectStatements(api.db, { accountId: id('ann') }))[1]?.outstanding.micros).toBeCloseTo(
      33e6,
      -4,
    )
  })

  test('what a channel forfeits is the same in both units', async () => {
    await close(march, { a: '100.015', b: '50.003' })
    await removeChannel('a')
    const entries = await queryRaw<{ micros: number; amount: number }>(
      api.db,
      `select micros::integer, amount::integer from ledger_entries where kind = 'forfeit'`,
    )
    expect(entries).toHaveLength(2)
    for (const { micros, amount } of entries) expect(micros).toBe(amount)
  })

  test('a channel forfeits its part of a balance that a closed month has carried on, once', async () => {
    await close(march, { a: '5', b: '4' })
    await putFile(april, { a: '40', b: '20' })
    await closePreviewed(api.db, { month: april, krwMicros, now, explanation: 'x' })
    await removeChannel('a')
    expect(await readBalances()).toEqual({ ann: 69 })
    await queryRaw(api.db, 'update months set closed_at = $1', [new Date(now.getTime() - 1)])
    await releaseMonth(api.db, { month: april, now }, testCloser)
    expect(await readBalances()).toEqual({ ann: 24, boss: 45 })
    expect((await selectStatements(api.db, { accountId: id('ann') }))[1]?.outstanding.micros).toBe(24e6)
  })

  test('a channel that is registered again keeps what it earns from then on', async () => {
    await close(march, { a: '50', b: '4' })
    await removeChannel('a')
    const again = await createChannel(api.db, id('boss'), channelOf('a'), { earnsFrom: '2026-04-01' })
    await insertAssignment(api.db, again, id('ann'))
    await queryRaw(api.db, `update assignments set from_day = '2026-04-01' where registration_id = $1`, [
      again,
    ])
    await close(april, { a: '30', b: '2' })
    expect(await readBalances()).toEqual({ ann: 36, boss: 50 })
  })

  test('what a deletion would end is named exactly before it happens', async () => {
    await createChannel(api.db, id('boss'), channelOf('own'))
    await close(march, { a: '50.5', b: '20', own: '7' })
    const read = (who: string, query: Record<string, number>) =>
      api.request(readDeletion, { ...as(who), query })
    const registration = registrations['a'] ?? 0
    expect((await read('ann', { registration })).body.code).toBe('forbidden')
    expect((await read('ann', { member: id('ann') })).body.code).toBe('forbidden')
    expect((await read('alone', { registration })).body.code).toBe('not_found')
    const own = (await read('ann', {})).body
    expect(own).toMatchObject({ forfeits: true, requested: 0, estimated: 0 })
    const [unit, name] = isPlaylist ? [1_000_000, 'USD'] : [1_000_000, 'KRW']
    expect([own.currency, own.amount / unit]).toEqual([name, 70.5])
    expect((await read('boss', { member: id('ann') })).body.amount).toBe(own.amount)
    // The network ends with its last owner.
    expect((await read('boss', {})).body.amount / unit).toBe(7)
    const { amount } = (await read('boss', { registration })).body
    await removeChannel('a')
    const [lost] = await queryRaw<{ amount: number }>(
      api.db,
      `select sum(amount)::bigint as amount from ledger_entries where kind = 'forfeit' and account_id = $1`,
      [id('boss')],
    )
    expect(lost?.amount).toBe(amount)
    await keepMoney()
    expect((await read('ann', {})).body).toMatchObject({ forfeits: false, amount: own.amount - amount })
  })

  test('a channel keeps what was paid, and what is on request', async () => {
    await close(march, { a: '100', b: '50' })
    await api.call(requestPayment, { ...as('ann'), body: {} })
    await removeChannel('a')
    expect(await readBalances()).toEqual({ ann: 150 })
  })

  test('a channel forfeits the open months, and a month that is closed but not released', async () => {
    await putFile(march, { a: '40', b: '20' })
    await closePreviewed(api.db, { month: march, krwMicros, now, explanation: 'x' })
    await removeChannel('a')
    await queryRaw(api.db, `update months set closed_at = $1 where month = $2`, [
      new Date(now.getTime() - 1),
      march,
    ])
    await releaseMonth(api.db, { month: march, now }, testCloser)
    expect(await readBalances()).toEqual({ ann: 20, boss: 40 })
    await close(april, { a: '7', b: '8' })
    expect(await readBalances()).toEqual({ ann: 28, boss: 47 })
  })
})
