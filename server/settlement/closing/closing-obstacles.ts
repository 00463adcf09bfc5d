import * as z from 'zod/mini'
import { addDays } from '#contract/reports/calendar.ts'
import type { Obstacle as WordedObstacle } from '#contract/settlement/closing-obstacles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { likelyMicros } from '#server/reports/rates/won.ts'
import { formatMonth, getMonthRange } from '#server/settlement/calendar/month.ts'
import { compareWithPayment } from '#server/settlement/files/reconciliation.ts'
import type { LedgerAccount } from '#server/settlement/ledger/ledger.ts'
import type { UndecidedChannel } from '#server/settlement/payout-shares/channel-days.ts'
import type { KnownRate, SiteRate } from './closing-rates.ts'

type Reader = Pick<Queryable, 'query'>

type WithoutText<One> = One extends unknown ? Omit<One, 'text' | 'key'> : never

/** A reason why a month cannot be closed, before it is worded in a language (`describeObstacle`). */
export type Obstacle = WithoutText<WordedObstacle> & {
  /** Networks that it concerns; null: all. */
  networkIds: readonly number[] | null
}

/** Names the obstacle among those of its month. */
export function getObstacleKey(obstacle: Obstacle): string {
  switch (obstacle.code) {
    case 'earlier-open':
      return `${obstacle.code}:${obstacle.month}`
    case 'no-files':
    case 'no-summary':
    case 'no-tax':
      return `${obstacle.code}:${obstacle.owner}`
    case 'difference':
      return `${obstacle.code}:${obstacle.owner}:${obstacle.group}`
    case 'unknown-line':
      return `${obstacle.code}:${obstacle.owner}:${obstacle.label}`
    case 'shares':
      return `${obstacle.code}:${obstacle.channel.channelId}`
    case 'no-rate':
      return `${obstacle.code}:${obstacle.site}`
    case 'currency':
      return `${obstacle.code}:${obstacle.accounts.map(({ id }) => id).join('+')}`
    case 'held':
      return `${obstacle.code}:${obstacle.networkIds?.join('+')}`
    case 'not-over':
    case 'unregistered':
    case 'rate':
      return obstacle.code
  }
}

const ofEveryone = { canBeExplained: false, networkIds: null } as const
/** Content owners and their files are the operator's business. */
const ofOperator = { canBeExplained: true, networkIds: [] } as const

const OwnerRow = z.object({ owner: z.string(), hasFiles: z.boolean(), hasTax: z.boolean() })

/** Owners whose files are missing or differ from their payment summary. */
export async function findDifferences(db: Reader, month: string): Promise<Obstacle[]> {
  const { from, to } = getMonthRange(month)
  const owners = await db.query(
    OwnerRow,
    sql`select owner,
      bool_or(has_files) as "hasFiles",
      bool_or(has_tax) as "hasTax"
    from (
      select owner, true as has_files, source = 'tax' as has_tax
      from month_loads
      where month = ${month}
        and state = 'current'
      union all
      select owner, false, false
      from report_current
      where report_type = 'revenue'
        and day between ${from} and ${to}
    ) o
    group by owner
    order by owner`,
  )
  const obstacles: Obstacle[] = []
  for (const { owner, hasFiles, hasTax } of owners) {
    if (!hasFiles) obstacles.push({ ...ofOperator, code: 'no-files', owner })
    else {
      obstacles.push(...(await findOwnerDifferences(db, month, owner)))
      if (!hasTax) obstacles.push({ ...ofOperator, code: 'no-tax', owner })
    }
  }
  return obstacles
}

async function findOwnerDifferences(db: Reader, month: string, owner: string): Promise<Obstacle[]> {
  const { hasPaymentSummary, sources, unknownLines, total } = await compareWithPayment(db, { month, owner })
  if (!hasPaymentSummary) return [{ ...ofOperator, code: 'no-summary', owner }]
  return [
    ...[...sources, ...(total ? [total] : [])]
      .filter(({ agrees }) => !agrees)
      .map(({ group, differenceMicros: micros, missingFiles: missing }): Obstacle => {
        return { ...ofOperator, code: 'difference', owner, group, micros, missing }
      }),
    ...unknownLines
      .filter(({ micros }) => micros !== 0)
      .map((line): Obstacle => ({ ...ofOperator, code: 'unknown-line', owner, ...line })),
  ]
}

const AccountRow = z.object({
  id: Id,
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isNetwork: z.boolean(),
  networkId: Id,
})

async function selectAccounts(db: Reader, ids: readonly number[]) {
  const rows = await db.query(
    AccountRow,
    sql`select id, nickname, email, kind = 'network' as "isNetwork", network_id as "networkId"
    from accounts
    where id = any(${ids}::integer[])`,
  )
  const accounts = new Map(rows.map((row) => [row.id, row]))
  return (wanted: readonly number[]) => wanted.flatMap((id) => accounts.get(id) ?? [])
}

const ChannelRow = z.object({
  registrationId: Id,
  networkId: Id,
  channelId: z.string(),
  name: z.string(),
  thumbnail: z.nullable(z.string()),
})

/** Channels of several members without shares. */
export async function findUndecidedShares(
  db: Reader,
  undecided: readonly UndecidedChannel[],
): Promise<Obstacle[]> {
  if (undecided.length === 0) return []
  const findAccounts = await selectAccounts(
    db,
    undecided.flatMap(({ memberIds }) => memberIds),
  )
  const rows = await db.query(
    ChannelRow,
    sql`select registration_id as "registrationId", network_id as "networkId", channel_id as "channelId", name, thumbnail
    from channels
    where registration_id = any(${undecided.map(({ registrationId }) => registrationId)}::integer[])`,
  )
  const channels = new Map(rows.map((row) => [row.registrationId, row]))
  return undecided.flatMap(({ registrationId, day, memberIds }): Obstacle[] => {
    const channel = channels.get(registrationId)
    if (!channel) return []
    const { networkId } = channel
    const accounts = findAccounts(memberIds)
    return [{ code: 'shares', canBeExplained: false, day, channel, accounts, networkIds: [networkId] }]
  })
}

const MonthRow = z.object({ month: Day })

/** Months are closed in their order, when they are over. */
export async function findOrderObstacles(db: Reader, month: string, today: string): Promise<Obstacle[]> {
  const earlier = await db.query(
    MonthRow,
    sql`select distinct l.month
    from month_loads l
    join months m on m.month = l.month
    where l.state = 'current'
      and l.month < ${month}
      and m.month > all (select c.month from months c where c.state <> 'open')
    order by l.month`,
  )
  const { to } = getMonthRange(month)
  const notOver: Obstacle = { ...ofEveryone, code: 'not-over', day: addDays(to, 1) }
  return [
    ...(today <= to ? [notOver] : []),
    ...earlier.map(
      (row): Obstacle => ({ ...ofEveryone, code: 'earlier-open', month: formatMonth(row.month) }),
    ),
  ]
}

/** A balance in won does not become dollars. */
export async function findCurrencyObstacles(
  db: Reader,
  ledgers: readonly LedgerAccount[],
): Promise<Obstacle[]> {
  const ids = ledgers
    .filter(({ currency, ledgerCurrency }) => ledgerCurrency !== null && ledgerCurrency !== currency)
    .map(({ id }) => id)
  if (ids.length === 0) return []
  const findAccounts = await selectAccounts(db, ids)
  return findAccounts(ids).map((account) => ({
    code: 'currency',
    canBeExplained: false,
    accounts: [account],
    networkIds: [account.networkId],
  }))
}

/** More than this away from the known rate, as a share of it, is a slip of the finger rather than another rate. */
const maxDistance = 0.2

/** Only statements in won depend on the rate. `given`: for all sites, in place of their rules. */
export function findRateObstacles(
  rates: readonly SiteRate[],
  { given, known }: { given: number | undefined; known: KnownRate | null },
): Obstacle[] {
  const inWon = rates.filter(({ currency }) => currency === 'KRW')
  if (given === undefined)
    return inWon
      .filter(({ ruleKrwMicros }) => ruleKrwMicros === null)
      .map(({ site }) => ({ ...ofEveryone, code: 'no-rate', site }))
  const expected = inWon.map(({ ruleKrwMicros }) =>
    ruleKrwMicros === null ? known : { kind: 'rule' as const, krwMicros: ruleKrwMicros, day: null },
  )
  const unlikely = expected.find((rate) => !isLikelyRate(given, rate))
  return unlikely === undefined ? [] : [{ ...ofEveryone, code: 'rate', krwMicros: given, expected: unlikely }]
}

const isLikelyRate = (krwMicros: number, expected: { krwMicros: number } | null): boolean =>
  expected
    ? Math.abs(krwMicros - expected.krwMicros) <= expected.krwMicros * maxDistance
    : krwMicros >= likelyMicros.min && krwMicros <= likelyMicros.max
