import * as z from 'zod/mini'
import { FeeRateChange } from '#contract/people/fees.ts'
import { earliestDay } from '#contract/reports/calendar.ts'
import { isConfirmed } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { joinFees, permille } from '#server/reports/figures/money.ts'
import { selectFirstOpenDay } from '#server/reports/figures/open-days.ts'

const FeeRateRow = z.extend(z.omit(FeeRateChange, { fee_rate: true }), {
  fromDay: Day,
  setAt: Timestamp,
  permille: Integer,
})

export async function selectFeeRates(db: Queryable, id: number): Promise<FeeRateChange[]> {
  const rows = await db.query(
    FeeRateRow,
    sql`select from_day as "fromDay",
      set_at as "setAt",
      permille
    from fee_rates
    where account_id = ${id}::bigint
    order by from_day desc`,
  )
  return rows.map(({ permille: tenths, ...fee }) => ({ ...fee, fee_rate: tenths / 10 }))
}

const PermilleRow = z.object({ permille: Count })

export async function selectPermille(db: Queryable, id: number, day: string): Promise<number> {
  const row = await queryOne(
    db,
    PermilleRow,
    sql`select ${permille} as permille
    from (select ${id}::integer as id) account
    ${joinFees(sql`account.id`, sql`${day}::date`)}`,
  )
  return row.permille
}

const DatedFee = z.object({ member: Id, fromDay: Day, permille: Integer })
/** In tenths of a percent, until that of a later day. */
export type DatedFee = z.output<typeof DatedFee>

/** `isDefault`: nobody has decided it for the member yet. */
const StoredFee = z.extend(DatedFee, { isDefault: z.boolean() })
export type StoredFee = z.output<typeof StoredFee>

/** In the order of days, by member. */
export async function selectDatedFees(
  db: Queryable,
  members: readonly number[],
): Promise<Map<number, StoredFee[]>> {
  const rows = await db.query(
    StoredFee,
    sql`select account_id as member,
      from_day as "fromDay",
      permille,
      is_default as "isDefault"
    from fee_rates
    where account_id = any(${members}::integer[])
    order by account_id, from_day`,
  )
  return Map.groupBy(rows, ({ member }) => member)
}

/** Replaces those of the same day. */
export const upsertFees = (tx: Queryable, fees: readonly DatedFee[], now: Date): Promise<number> =>
  tx.execute(
    sql`insert into fee_rates (account_id, from_day, permille, set_at)
    select f.account_id, f.from_day, f.permille, ${now}::timestamptz
    from unnest(
      ${fees.map(({ member }) => member)}::integer[],
      ${fees.map(({ fromDay }) => fromDay)}::date[],
      ${fees.map(({ permille: tenths }) => tenths)}::smallint[]
    ) as f (account_id, from_day, permille)
    on conflict (account_id, from_day) do update
    set permille = excluded.permille,
      set_at = excluded.set_at,
      is_default = false`,
  )

export const deleteFee = (tx: Queryable, member: number, fromDay: string): Promise<number> =>
  tx.execute(sql`delete from fee_rates where account_id = ${member} and from_day = ${fromDay}`)

/** Ends the fee of somebody who leaves the network, also those of days to come; past days keep theirs. @returns what it was */
export async function endFees(tx: Queryable, id: number, today: string, now: Date): Promise<number> {
  const tenths = await selectPermille(tx, id, today)
  await tx.execute(sql`delete from fee_rates where account_id = ${id} and from_day > ${today}`)
  if (tenths > 0) await upsertFees(tx, [{ member: id, fromDay: today, permille: 0 }], now)
  return tenths
}

/** An account may start with the default fee of its network, else of its site. */
export async function insertDefaultFee(tx: Queryable, id: number): Promise<void> {
  const fromDay = (await selectFirstOpenDay(tx)) ?? earliestDay
  await tx.execute(
    sql`insert into fee_rates (account_id, from_day, permille, is_default)
    select a.id,
      ${fromDay}::date,
      coalesce(n.default_fee_permille, s.default_fee_permille),
      true
    from accounts a
    join accounts n on n.id = a.network_id
    join sites s on s.id = a.site_id
    where a.id = ${id}
      and n.kind = 'network'
      and coalesce(n.default_fee_permille, s.default_fee_permille) is not null`,
  )
}

/**
 * Of somebody who becomes a member. Who was one before has fees of past days, which stay: the default of the network counts from
 * `day`.
 */
export async function startFees(tx: Queryable, id: number, day: string, now: Date): Promise<void> {
  const fees = (await selectDatedFees(tx, [id])).get(id) ?? []
  if (fees.length === 0) return insertDefaultFee(tx, id)
  const { networkId } = await queryOne(
    tx,
    NetworkRow,
    sql`select network_id as "networkId" from accounts where id = ${id}`,
  )
  const { network, site } = await selectDefaultFees(tx, networkId)
  await upsertFees(tx, [{ member: id, fromDay: day, permille: network ?? site ?? 0 }], now)
}

const NetworkRow = z.object({ networkId: Id })

const DefaultFees = z.object({ network: z.nullable(Integer), site: z.nullable(Integer) })

/** In tenths of a percent. */
export const selectDefaultFees = (db: Queryable, networkId: number): Promise<z.output<typeof DefaultFees>> =>
  queryOne(
    db,
    DefaultFees,
    sql`select a.default_fee_permille as network,
      s.default_fee_permille as site
    from accounts a
    join sites s on s.id = a.site_id
    where a.id = ${networkId}`,
  )

const LockedMember = z.object({ id: Id, networkId: Id, email: z.string(), nickname: z.string() })
export type LockedMember = z.output<typeof LockedMember>

/** `condition` expects `accounts a`. Members of every network, until the transaction ends. */
export const lockMembers = (tx: Queryable, condition: Sql): Promise<LockedMember[]> =>
  tx.query(
    LockedMember,
    sql`select a.id,
      a.network_id as "networkId",
      a.email,
      a.nickname
    from accounts a
    where ${condition}
      and 'member' = any(a.roles)
      and a.removed_at is null
      and ${isConfirmed}
    order by a.id
    for no key update`,
  )
