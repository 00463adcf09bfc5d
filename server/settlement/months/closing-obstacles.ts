import * as z from 'zod/mini'
import { addDays } from '#contract/reports/calendar.ts'
import type { ObstacleCode, PaymentGroup } from '#contract/settlement/months.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { compareWithPayment, type SourceComparison } from '#server/settlement/files/reconciliation.ts'
import { formatMonth, type Source, sourceNames } from '#server/settlement/files/sources.ts'
import type { LedgerAccount } from '#server/settlement/ledger/ledger.ts'
import { getMonthRange, type UndecidedChannel } from '#server/settlement/payout-shares/channel-days.ts'

type Reader = Pick<Queryable, 'query'>

/** Why a month cannot be closed, with what its code says (contract/settlement/months.ts). The text, in English, is shown to the operator. */
export interface Obstacle {
  code: ObstacleCode
  text: string
  /** It no longer is one once somebody has written down why. */
  canBeExplained: boolean
  day?: string
  /** Its first day. */
  month?: string
  owner?: string
  group?: PaymentGroup
  label?: string
  micros?: number
  missing?: readonly Source[]
  registrationId?: number
  channelId?: string
  accountIds?: readonly number[]
}

const OwnerRow = z.object({ owner: z.string(), hasFiles: z.boolean() })

/** Owners whose files are missing or differ from their payment summary. */
export async function findDifferences(db: Reader, month: string): Promise<Obstacle[]> {
  const { from, to } = getMonthRange(month)
  const owners = await db.query(
    OwnerRow,
    sql`select owner,
      bool_or(has_files) as "hasFiles"
    from (
      select owner, true as has_files
      from month_loads
      where month = ${month}
        and state = 'current'
      union all
      select owner, false
      from report_current
      where report_type = 'revenue'
        and day between ${from} and ${to}
    ) o
    group by owner
    order by owner`,
  )
  const obstacles: Obstacle[] = []
  for (const { owner, hasFiles } of owners) {
    if (hasFiles) obstacles.push(...(await describeDifferences(db, month, owner)))
    else
      obstacles.push({
        code: 'no-files',
        text: `${owner}: there are daily reports of the month, but no final files`,
        canBeExplained: true,
        owner,
      })
  }
  return obstacles
}

async function describeDifferences(db: Reader, month: string, owner: string): Promise<Obstacle[]> {
  const { hasPaymentSummary, sources, unknownLines, total } = await compareWithPayment(db, { month, owner })
  const base = { canBeExplained: true, owner }
  if (!hasPaymentSummary)
    return [{ ...base, code: 'no-summary', text: `${owner}: there is no payment summary` }]
  const different = [...sources, ...(total ? [total] : [])].filter(({ agrees }) => !agrees)
  return [
    ...different.map((comparison): Obstacle => {
      const { group, differenceMicros: micros, missingFiles: missing } = comparison
      return {
        ...base,
        code: 'difference',
        text: `${owner}: ${describeDifference(comparison)}`,
        group,
        micros,
        missing,
      }
    }),
    ...unknownLines
      .filter(({ micros }) => micros !== 0)
      .map(({ label, micros }): Obstacle => {
        const text = `${owner}: no file corresponds to “${label}” of the payment summary`
        return { ...base, code: 'unknown-line', text, label, micros }
      }),
  ]
}

function describeDifference({ name, differenceMicros, missingFiles }: SourceComparison): string {
  const missing = missingFiles.map((source) => sourceNames[source]).join('; ')
  const text = `${name}: the files have ${formatDifference(differenceMicros)} than was paid`
  return missing === '' ? text : `${text}; not imported: ${missing}`
}

const formatDifference = (micros: number) =>
  `${(Math.abs(micros) / 1_000_000).toFixed(2)} dollars ${micros < 0 ? 'less' : 'more'}`

const AccountRow = z.object({ id: Id, email: z.nullable(z.string()) })

/** Channels of several members without shares. */
export async function describeUndecided(
  db: Reader,
  undecided: readonly UndecidedChannel[],
): Promise<Obstacle[]> {
  const ids = undecided.flatMap(({ memberIds }) => memberIds)
  const rows = await db.query(
    AccountRow,
    sql`select id, email from accounts where id = any(${ids}::integer[])`,
  )
  const emails = new Map(rows.map(({ id, email }) => [id, email]))
  return undecided.map(({ channelId, registrationId, day, memberIds }) => {
    const members = memberIds.map((id) => emails.get(id) ?? `account ${id}`).join(', ')
    return {
      code: 'shares',
      text: `registration ${registrationId} (${channelId}) has no shares for ${members} on ${day}: channel share ${registrationId} … --from ${day}`,
      canBeExplained: false,
      day,
      registrationId,
      channelId,
      accountIds: memberIds,
    }
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
      and m.state = 'open'
    order by l.month`,
  )
  const { to } = getMonthRange(month)
  const firstDay = addDays(to, 1)
  const notOver: Obstacle = {
    code: 'not-over',
    text: `${formatMonth(month)} is not over before ${firstDay}`,
    canBeExplained: false,
    day: firstDay,
  }
  return [
    ...(today <= to ? [notOver] : []),
    ...earlier.map((row): Obstacle => {
      const text = `${formatMonth(row.month)} is open: close or withdraw it first`
      return { code: 'earlier-open', text, canBeExplained: false, month: row.month }
    }),
  ]
}

/** A balance in won does not become dollars. */
export const findCurrencyObstacles = (accounts: readonly LedgerAccount[]): Obstacle[] =>
  accounts
    .filter(({ currency, ledgerCurrency }) => ledgerCurrency !== null && ledgerCurrency !== currency)
    .map(({ id, email, domain, currency, ledgerCurrency }) => ({
      code: 'currency',
      text: `${domain} is now in ${currency}, and the ledger of ${email ?? `account ${id}`} in ${ledgerCurrency}`,
      canBeExplained: false,
      accountIds: [id],
    }))
