// @module-tag property
// @module-tag adapter
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payeeKinds } from '#contract/people/payee-states.ts'
import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectFirstOpenDay } from '#server/reports/figures/open-days.ts'
import { releaseMonth, reopenMonth, selectClosedMonth } from '#server/settlement/closing/releases.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { endBalance } from '#server/settlement/payments/by-hand/ended-balances.ts'
import { addManualEntries } from '#server/settlement/payments/by-hand/manual-entries.ts'
import { findForfeit } from '#server/settlement/payments/forfeits/balance-forfeits.ts'
import { forfeitAccount, forfeitChannel } from '#server/settlement/payments/forfeits/deletions.ts'
import { createInterimPayout } from '#server/settlement/payments/payouts.ts'
import { recordPayments } from '#server/settlement/payments/recording.ts'
import { requestPayment } from '#server/settlement/payments/requests.ts'
import { recordReturns } from '#server/settlement/payments/returns.ts'
import {
  isIntact,
  type StatementRow,
  selectStatementEntries,
  selectStatements,
} from '#server/settlement/statements/statement-queries.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closePreviewed, testCloser } from '#tests/support/months.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

// Two networks, one in won and one in dollars, live through random months: decisions with dates, files that come late, are
// replaced or withdrawn, people who move or go, closings that are taken back, payments in parts that come back and are made
// again, requests, amounts by hand, deleted channels. Nothing is ever lost or counted twice.

const months = ['2026-03-01', '2026-04-01', '2026-05-01'] as const
const last = '2026-06-01'
const now = new Date('2026-11-20T12:00:00Z')
const krwMicros = 1_386_500_000

let db: Database
const ids: Record<string, number> = {}
const registrations: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0

/** Channel names, with their networks and members. */
const channels = {
  a: ['boss', 'ann'],
  b: ['boss', 'ben'],
  shared: ['boss', 'ann', 'ben'],
  held: ['boss'],
  free: ['boss'],
  r: ['rival', 'rita'],
} as const
const channelNames = [...(Object.keys(channels) as (keyof typeof channels)[]), 'unknown', ''] as const

beforeAll(async () => {
  db = await createTestDatabase()
  const site = await createSite(db, 'studio.example')
  const abroad = await createSite(db, 'abroad.example', true)
  ids.boss = await createAccount(db, site, 'boss@studio.example')
  for (const name of ['ann', 'ben'])
    ids[name] = await createAccount(db, site, `${name}@studio.example`, ids.boss)
  ids.rival = await createAccount(db, abroad, 'rival@abroad.example')
  ids.rita = await createAccount(db, abroad, 'rita@abroad.example', ids.rival)
  for (const [name, [network]] of Object.entries(channels))
    registrations[name] = await createChannel(db, id(network), channelIdFor(name))
  await insertFacts(
    db,
    Object.keys(channels).flatMap((name, at) =>
      months.map((month) => ({
        day: addDays(month, 3 * at),
        channelId: channelIdFor(name),
        videoId: videoIdFor(name),
        country: 'KR',
        views: 1,
        premiumViews: 0,
        revenueMicros: 1_000_000 * (at + 1),
        premiumRevenueMicros: 0,
      })),
    ),
  )
})
afterAll(() => db.close())

/** What every history begins with. */
async function reset(): Promise<void> {
  await execAsOwner(
    db,
    `truncate ledger_entries, payouts, manual_entries, statements, month_parts, months, month_loads, month_sums, payout_shares, fee_rates, payees,
      withholding_rates, assignments cascade`,
  )
  await queryRaw(
    db,
    `update accounts set network_id = $1, roles = '{member}' where id = any($2::integer[])`,
    [ids.boss, [ids.ann, ids.ben]],
  )
  await queryRaw(
    db,
    `update accounts set removed_at = null, forfeits = false, email = coalesce(email, 'back' || id || '@studio.example')`,
  )
  await queryRaw(db, 'update sites set payout_minimum = null')
  await queryRaw(db, `delete from channels where channel_id = $1`, [channelIdFor('unknown')])
  await queryRaw(
    db,
    `update channels set approval_status = 2, earns_from = '2026-01-01', removed_at = null, forfeits = false`,
  )
  for (const [name, [, ...members]] of Object.entries(channels))
    for (const member of members) await assign(name, member, '2026-01-01')
  for (const name of ['boss', 'ann', 'ben', 'rival', 'rita']) await insertConfirmedPayee(db, id(name))
  await queryRaw(
    db,
    `insert into payout_shares (registration_id, from_day, account_id, permille)
    values ($1, '2026-01-01', $2, 500), ($1, '2026-01-01', $3, 333)`,
    [registrations.shared, ids.ann, ids.ben],
  )
}

const assign = (name: string, member: string, from: string) =>
  queryRaw(
    db,
    `insert into assignments (registration_id, account_id, from_day)
    values ($1, $2, $3)
    on conflict do nothing`,
    [registrations[name], id(member), from],
  )

const amount = fc
  .tuple(fc.integer({ min: -300, max: 9_000 }), fc.nat(999_999_999))
  .map(([dollars, decimals]) => `${dollars}.${String(decimals).padStart(9, '0')}`)

const sources = ['ads', 'ads_adjustments', 'premium', 'channel_adjustments', 'tax', 'tax_refund'] as const
const member = fc.constantFrom('ann', 'ben', 'rita')
const dayOffset = fc.nat(90)

const step = <const Kind extends string, Facts extends object>(
  kind: Kind,
  facts: { [Key in keyof Facts]: fc.Arbitrary<Facts[Key]> } = {} as never,
) => fc.record({ kind: fc.constant(kind), ...facts } as never) as fc.Arbitrary<{ kind: Kind } & Facts>

const fileStep = step('file', {
  owner: fc.constantFrom('main', 'late'),
  month: fc.constantFrom(...months),
  source: fc.constantFrom(...sources),
  earned: fc.constantFrom(...months),
  amounts: fc.dictionary(fc.constantFrom(...channelNames), amount, { minKeys: 1 }),
})

const anyStep = fc.oneof(
  { weight: 5, arbitrary: fileStep },
  {
    weight: 1,
    arbitrary: step('withdraw', { month: fc.constantFrom(...months), source: fc.constantFrom(...sources) }),
  },
  { weight: 1, arbitrary: step('fee', { member, dayOffset, permille: fc.integer({ min: 0, max: 1_000 }) }) },
  {
    weight: 1,
    arbitrary: step('share', { dayOffset, ann: fc.nat(500), ben: fc.nat(500) }),
  },
  { weight: 1, arbitrary: step('assign', { member: fc.constantFrom('ann', 'ben'), dayOffset }) },
  { weight: 1, arbitrary: step('hold', { channel: fc.constantFrom('held', 'a') }) },
  { weight: 1, arbitrary: step('approve', { channel: fc.constantFrom('held', 'a') }) },
  { weight: 1, arbitrary: step('register') },
  { weight: 1, arbitrary: step('promote') },
  { weight: 1, arbitrary: step('return') },
  { weight: 2, arbitrary: step('pay', { isPart: fc.boolean() }) },
  { weight: 2, arbitrary: step('giveBack', { cause: fc.constantFrom('bank', 'mistake') }) },
  { weight: 1, arbitrary: step('request', { member: fc.constantFrom('ann', 'ben', 'rita') }) },
  {
    weight: 1,
    arbitrary: step('byHand', {
      member,
      manual: fc.constantFrom('advance', 'deduction', 'bonus', 'income'),
      won: fc.integer({ min: 1, max: 5_000_000 }),
    }),
  },
  { weight: 1, arbitrary: step('end', { member: fc.constantFrom('ann', 'ben') }) },
  { weight: 1, arbitrary: step('remove', { member: fc.constantFrom('ann', 'rita') }) },
  { weight: 1, arbitrary: step('removeChannel', { channel: fc.constantFrom('b', 'r', 'shared') }) },
  {
    weight: 1,
    arbitrary: step('payee', {
      member: fc.constantFrom('boss', 'ann', 'ben', 'rita'),
      payee: fc.constantFrom(null, ...payeeKinds),
    }),
  },
  {
    weight: 1,
    arbitrary: step('withhold', { incomeTax: fc.nat(400), localTax: fc.nat(1_000) }),
  },
  { weight: 1, arbitrary: step('minimum', { won: fc.constantFrom(0, 1, 10_000, 9_000_000) }) },
  { weight: 3, arbitrary: step('close') },
  { weight: 2, arbitrary: step('release') },
  { weight: 1, arbitrary: step('reopen') },
)
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

/** The day, or the first open one if it lies in a closed month, as requireOpenDay asks. */
async function toOpenDay(offset: number): Promise<string> {
  const day = addDays(months[0], offset)
  const first = await selectFirstOpenDay(db)
  return first !== null && day < first ? first : day
}

const findMonth = async (condition: string): Promise<string | undefined> =>
  (await queryRaw<{ month: string }>(db, `select month::text from months m where ${condition} limit 1`))[0]
    ?.month

const hasFiles = `exists (select from month_loads l where l.month = m.month and l.state = 'current')`

/** A month before a closed one is not closed by itself any more. */
const isPast = `m.month <= (select max(c.month) from months c where c.state <> 'open')`

async function closeNext(): Promise<void> {
  const month = await findMonth(`not coalesce(${isPast}, false) and ${hasFiles} order by m.month`)
  if (month) await closePreviewed(db, { month, krwMicros, now, explanation: 'It is right.' })
}

async function releaseNext(): Promise<void> {
  const month = await findMonth(`state = 'closed' and not exists (
    select from months e where e.month < m.month and e.state = 'closed')`)
  if (month) await releaseMonth(db, { month, now }, testCloser)
}

/** Pays as the network that owes the statement. */
const pay = ({ id: statementId, networkId, outstanding, currency }: StatementRow, isPart = false) => {
  const unit = currency === 'KRW' ? 1_000 : 10_000
  const part = Math.floor(outstanding.amount / 3 / unit) * unit
  return recordPayments(
    db,
    { account: { networkId }, actor: { kind: 'operator' } },
    [
      {
        id: statementId,
        paidOn: '2026-10-01',
        reference: 'x',
        amount: isPart && part > 0 ? part : undefined,
        fields: { statement: 'statement', paidOn: 'paidOn', amount: 'amount' },
      },
    ],
    { action: 'test', now },
  )
}

const payableStates = ['awaiting_payment', 'partly_paid', 'returned']
const selectPayable = async () =>
  (await selectStatements(db, {})).filter(
    ({ isReleased, state, accountId, networkId }) =>
      isReleased && payableStates.includes(state) && accountId !== networkId,
  )

const giveLastBack = async (cause: 'bank' | 'mistake') => {
  const [payment] = await queryRaw<{ id: number }>(
    db,
    `select payment_id::integer as id from payout_states where payment_id is not null order by payment_id desc limit 1`,
  )
  if (!payment) return
  const one = {
    paymentId: payment.id,
    cause,
    returnedOn: '2026-10-02',
    reason: 'x',
    fields: { payment: '', returnedOn: '' },
  }
  await recordReturns(db, { account: null, actor: { kind: 'operator' } }, [one], { action: 'test', now })
}

const request = async (name: string) => {
  const [account] = await queryRaw<{ id: number }>(
    db,
    `select id from accounts
    where id = $1 and removed_at is null and network_id in (select id from accounts where removed_at is null)`,
    [id(name)],
  )
  if (!account) return
  const caller = { accountId: account.id, actor: { kind: 'account' as const, id: account.id } }
  await requestPayment(db, caller, now).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** Ends a balance as the network that owed it last. */
const end = async (name: string) => {
  await queryRaw(db, `update accounts set removed_at = now() where id = $1 and kind = 'person'`, [id(name)])
  const owed = (await selectStatements(db, { accountId: id(name) })).at(-1)
  if (!owed || owed.networkId === id(name)) return
  const { amount, requested } = await findForfeit(db, id(name))
  await endBalance(
    db,
    { networkId: owed.networkId, actor: { kind: 'operator' } },
    { member: id(name), amount: amount + requested, reason: 'x' },
    { action: 'test', now },
  ).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

async function runStep(drawn: Step): Promise<unknown> {
  switch (drawn.kind) {
    case 'file':
      return insertMonthFile(db, {
        ...drawn,
        // Only tax is given back later than it was withheld.
        earned: drawn.source === 'tax_refund' && drawn.earned < drawn.month ? drawn.earned : undefined,
        amounts: Object.fromEntries(
          Object.entries(drawn.amounts).map(([name, value]) => [name && channelIdFor(name), value]),
        ),
      })
    case 'withdraw':
      return queryRaw(
        db,
        `update month_loads l set state = 'withdrawn'
        where owner = 'late' and month = $1 and source = $2 and state = 'current'
          and exists (select from months m where m.month = l.month and m.state = 'open')`,
        [drawn.month, drawn.source],
      )
    case 'fee':
      return queryRaw(
        db,
        `insert into fee_rates (account_id, from_day, permille) values ($1, $2, $3)
        on conflict (account_id, from_day) do update set permille = excluded.permille`,
        [id(drawn.member), await toOpenDay(drawn.dayOffset), drawn.permille],
      )
    case 'share':
      return queryRaw(
        db,
        `insert into payout_shares (registration_id, from_day, account_id, permille)
        values ($1, $2, $3, $4), ($1, $2, $5, $6)
        on conflict (registration_id, from_day, account_id) do update set permille = excluded.permille`,
        [
          registrations.shared,
          await toOpenDay(drawn.dayOffset),
          ...[id('ann'), drawn.ann, id('ben'), drawn.ben],
        ],
      )
    case 'assign':
      await queryRaw(db, `delete from assignments where registration_id = $1`, [registrations.free])
      return assign('free', drawn.member, await toOpenDay(drawn.dayOffset))
    case 'hold':
    case 'approve':
      return queryRaw(db, `update channels set approval_status = $2 where registration_id = $1`, [
        registrations[drawn.channel],
        drawn.kind === 'hold' ? 1 : 2,
      ])
    case 'register':
      if (
        (await queryRaw(db, `select from channels where channel_id = $1`, [channelIdFor('unknown')])).length >
        0
      )
        return
      await createChannel(db, id('boss'), channelIdFor('unknown'))
      return queryRaw(db, `update channels set earns_from = '2026-03-10' where channel_id = $1`, [
        channelIdFor('unknown'),
      ])
    case 'promote':
      await queryRaw(
        db,
        `update assignments
        set unassigned_at = $2::date,
          until_day = greatest(from_day, $2::date)
        where account_id = $1 and unassigned_at is null`,
        [id('ann'), await toOpenDay(0)],
      )
      return queryRaw(db, `update accounts set roles = '{}', network_id = id where id = $1`, [id('ann')])
    case 'return':
      return queryRaw(db, `update accounts set roles = '{member}', network_id = $2 where id = $1`, [
        id('ann'),
        id('boss'),
      ])
    case 'pay': {
      const [waiting] = await selectPayable()
      return waiting && pay(waiting, drawn.isPart)
    }
    case 'giveBack':
      return giveLastBack(drawn.cause)
    case 'request':
      return request(drawn.member)
    case 'byHand': {
      const network = drawn.member === 'rita' ? 'rival' : 'boss'
      const form = {
        member: id(drawn.member),
        kind: drawn.manual,
        amount: drawn.won * 10_000,
        reason: 'x',
      } as const
      return addManualEntries(
        db,
        { networkId: id(network), accountId: null, actor: { kind: 'operator' } },
        [form],
        { action: 'test', now },
      ).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    }
    case 'end':
      return end(drawn.member)
    case 'remove':
      return db.transaction(async (tx) => {
        await lockLedger(tx)
        const removed = await queryRaw(
          tx,
          `update accounts set removed_at = now() where id = $1 and removed_at is null and kind = 'person' returning id`,
          [id(drawn.member)],
        )
        if (removed.length > 0) await forfeitAccount(tx, id(drawn.member), now)
      })
    case 'removeChannel':
      return db.transaction(async (tx) => {
        await lockLedger(tx)
        const removed = await queryRaw(
          tx,
          `update channels set removed_at = now() where registration_id = $1 and removed_at is null returning channel_id`,
          [registrations[drawn.channel]],
        )
        if (removed.length > 0) await forfeitChannel(tx, registrations[drawn.channel] ?? 0, now)
      })
    case 'payee':
      if (drawn.payee) {
        await insertConfirmedPayee(db, id(drawn.member), drawn.payee)
        return db.transaction((tx) => createInterimPayout(tx, id(drawn.member), { cause: 'details', now }))
      }
      return queryRaw(db, 'delete from payees where account_id = $1', [id(drawn.member)])
    case 'withhold':
      return queryRaw(
        db,
        `insert into withholding_rates (site_id, kind, from_month, income_tax_permille, local_tax_permille)
        select id, 'individual', '2026-01-01', $1, $2 from sites where domain = 'studio.example'
        on conflict (site_id, kind, from_month) do update set income_tax_permille = excluded.income_tax_permille,
          local_tax_permille = excluded.local_tax_permille`,
        [drawn.incomeTax, drawn.localTax],
      )
    case 'minimum':
      return queryRaw(db, `update sites set payout_minimum = $1 where domain = 'studio.example'`, [drawn.won])
    case 'close':
      return closeNext()
    case 'release':
      return releaseNext()
    case 'reopen': {
      const month = await findMonth(`state = 'closed'`)
      if (!month || (await selectClosedMonth(db, month)).hasLaterClosed) return
      return reopenMonth(db, { month, reason: 'A slip.' }, testCloser)
    }
  }
}

/** What has been released stays, as it was. */
async function checkReleased(seen: Map<number, string>): Promise<void> {
  const released = (await selectStatements(db, {})).filter(({ isReleased }) => isReleased)
  for (const { id: number, sha256, payable, currency } of released) {
    expect(seen.get(number) ?? sha256).toBe(sha256)
    seen.set(number, sha256)
    expect(payable.amount % (currency === 'KRW' ? 1_000 : 10_000)).toBe(0)
  }
  expect(released).toHaveLength(seen.size)
}

/** What was payable is seen by its holder and by the network that owes it. */
async function checkVisible(): Promise<void> {
  for (const { id: number, networkId, accountId, payable, isReleased } of await selectStatements(db, {})) {
    if (!isReleased || payable.amount === 0) continue
    for (const viewer of [
      { id: networkId, networkId, isNetwork: true, personId: null },
      { id: accountId, networkId: 0, isNetwork: false, personId: accountId },
    ])
      expect(await selectStatements(db, { id: number, viewer })).toHaveLength(1)
  }
}

/** In millionths: YouTube's files of all months that are closed, each source rounded once. */
const readPaid = async () =>
  (
    await queryRaw<{ micros: number }>(
      db,
      `select coalesce(sum(micros), 0)::bigint as micros
      from (
        select round(sum(case l.source when 'tax' then -s.amount else s.amount end) * 1000000) as micros
        from month_loads l
        join month_sums s on s.load_id = l.id
        join months m on m.month = coalesce(s.month, l.month)
        where l.state = 'current'
          and ${isPast}
        group by m.month, l.source
      ) sums`,
    )
  )[0]?.micros

const sumLedger = async (condition: string, values: readonly unknown[] = []) =>
  (
    await queryRaw<{ micros: number; amount: number }>(
      db,
      `select coalesce(sum(micros), 0)::bigint as micros, coalesce(sum(amount), 0)::bigint as amount
      from ledger_entries where ${condition}`,
      [...values],
    )
  )[0] ?? { micros: 0, amount: 0 }

/** Of each payout no more is paid than it asks for; of each ledger between two statements, the later one says the sum. */
async function checkPayouts(): Promise<void> {
  expect(
    await queryRaw(
      db,
      `select from payout_states
      where outstanding_amount not between 0 and amount
        or (outstanding_amount = 0 and outstanding_micros <> 0)
        or (state = 'paid') <> (outstanding_amount = 0 and state <> 'forfeited')`,
    ),
  ).toEqual([])
  expect(
    await queryRaw(
      db,
      `select from statements s
      where payments_amount <> (
        select coalesce(sum(e.amount), 0)
        from ledger_entries e
        where e.account_id = s.account_id
          and e.is_later
          and e.id <= s.previous_entry_id
          and e.id > coalesce((select max(b.previous_entry_id) from statements b
            where b.account_id = s.account_id and b.id < s.id), 0))`,
    ),
  ).toEqual([])
}

async function checkLedger(): Promise<void> {
  expect((await sumLedger(`kind not in ('payment', 'return')`)).micros).toBe(await readPaid())
  await checkPayouts()
  const all = await selectStatements(db, {})
  const byAccount = Map.groupBy(all, ({ accountId }) => accountId)
  for (const [accountId, statements] of byAccount) {
    let closing = { micros: 0, amount: 0 }
    for (const statement of statements) {
      const entries = await selectStatementEntries(db, statement.id)
      expect(isIntact(statement, entries)).toBe(true)
      const sum = (key: 'micros' | 'amount') => entries.reduce((total, entry) => total + entry[key], 0)
      expect(statement.opening).toEqual(closing)
      expect(statement.opening.micros + statement.payments.micros + sum('micros')).toBe(
        statement.closing.micros,
      )
      expect(statement.opening.amount + statement.payments.amount + sum('amount')).toBe(
        statement.closing.amount,
      )
      closing = statement.closing
    }
    // What is owed is what waits to be paid, and the rest that is carried over.
    const balance = await sumLedger('account_id = $1', [accountId])
    const newest = statements.at(-1)
    const later = await sumLedger('account_id = $1 and is_later', [accountId])
    const counted = statements.reduce((total, { payments }) => total + payments.amount, 0)
    const since = later.amount - counted
    expect(balance.amount).toBe((newest?.closing.amount ?? 0) + since)
    const [open] = await queryRaw<{ amount: number }>(
      db,
      `select coalesce(sum(outstanding_amount), 0)::bigint as amount from payout_states where account_id = $1`,
      [accountId],
    )
    if (newest && newest.payable.amount > 0 && since === 0)
      expect(newest.closing.amount - (open?.amount ?? 0)).toBeLessThan(
        newest.currency === 'KRW' ? 1_000 : 10_000,
      )
  }
}

/** Once all is paid, nobody has the tax of what was paid, cut to 10 won or a cent, and none of what was forfeited. */
async function checkTaxes(): Promise<void> {
  const [expected] = await queryRaw<{ amount: number }>(
    db,
    `select coalesce(sum(div(-e.amount::numeric * (o.amount - coalesce(f.amount, 0)), o.amount * 10000) * 10000), 0)::bigint as amount
    from payouts o
    join ledger_entries e on e.account_id = o.account_id
      and e.statement_id = o.statement_id
      and e.kind = 'withholding'
      and case when o.cause = 'statement' then e.payout_id is null else e.payout_id = o.id end
    left join lateral (
      select -sum(l.amount) as amount from ledger_entries l where l.payout_id = o.id and l.kind = 'forfeit'
    ) f on true`,
  )
  expect((await sumLedger(`account_id is null and kind = 'withholding'`)).amount).toBe(expected?.amount)
}

test('nothing is lost, counted twice, or changed once it is released', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 6, maxLength: 24 }), async (steps) => {
      await reset()
      const seen = new Map<number, string>()
      for (const one of steps) {
        await runStep(one)
        await checkReleased(seen)
      }
      // In the end, everybody can be named, and one more month is closed.
      await runStep({ kind: 'approve', channel: 'held' })
      await runStep({ kind: 'approve', channel: 'a' })
      await runStep({ kind: 'register' })
      await runStep({
        kind: 'file',
        owner: 'main',
        month: last as never,
        source: 'ads',
        earned: months[0],
        amounts: { r: '1' },
      })
      for (let at = 0; at <= months.length; at++) await closeNext()
      for (let at = 0; at <= months.length; at++) await releaseNext()
      await checkReleased(seen)
      await checkVisible()
      await checkLedger()
      const named = ['a', 'b', 'shared', 'held', 'free', 'r'].map(channelIdFor)
      expect(
        (
          await sumLedger(
            `account_id is null and kind not in ('rounding', 'withholding') and channel_id = any($1::text[])`,
            [named],
          )
        ).micros,
      ).toBe(0)
      for (const statement of await selectPayable()) await pay(statement)
      expect(await selectPayable()).toEqual([])
      await checkTaxes()
      expect(await findMonth(`m.month = '${getMonthStart(last, 0)}' and state = 'released'`)).toBe(last)
    }),
    { numRuns: Number(process.env.HISTORIES ?? propertyRuns(20)) },
  )
})
