import * as z from 'zod/mini'
import { lockRegistrations } from '#server/channels/registrations/registration-record.ts'
import { type AuditValues, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { OperatorError } from '#server/platform/command-line/command.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Id, IdRow, Integer, queryOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import { recomputeFigures } from '#server/reports/lists/rollups.ts'
import { isSameShares, selectShareSets } from '#server/settlement/payout-shares/payout-shares.ts'

const Share = z.object({ member: Id, permille: Integer })

/** What an adoption made: ids, and the days of what belongs to something that was there already. */
const Made = z.object({
  registrations: z.array(Id),
  members: z.array(Id),
  assignments: z.array(z.object({ id: Id, member: Id })),
  /**
   * `before`: what the day had, by member; it comes back. `after`: what the adoption wrote; adoptions of earlier versions do not
   * know it.
   */
  shares: z.array(
    z.object({
      id: Id,
      fromDay: Day,
      before: z.nullable(z.array(z.extend(Share, { setAt: z.optional(z.string()) }))),
      after: z.optional(z.array(Share)),
    }),
  ),
  fees: z.array(
    z.object({
      member: Id,
      fromDay: Day,
      before: z.nullable(z.object({ permille: Integer, isDefault: z.boolean(), setAt: z.string() })),
      /** In permille, as with shares. */
      after: z.optional(Integer),
    }),
  ),
})
export type Made = z.output<typeof Made>

/** @returns the id; null if it made nothing */
export async function recordAdoption(tx: Queryable, made: Made, now: Date): Promise<number | null> {
  if (Object.values(made).every((list) => list.length === 0)) return null
  const { id } = await queryOne(
    tx,
    IdRow,
    sql`insert into adoptions (adopted_at, made)
    values (${now}, ${JSON.stringify(made)}::text::jsonb)
    returning id`,
  )
  return id
}

const FeeRow = z.object({
  member: Id,
  fromDay: Day,
  permille: Integer,
  isDefault: z.boolean(),
  setAt: z.string(),
})

type StoredFee = z.output<typeof FeeRow>

const getFeeKey = ({ member, fromDay }: Pick<StoredFee, 'member' | 'fromDay'>) => `${member} ${fromDay}`

/** By member and day. */
const indexFees = (fees: readonly StoredFee[]): Map<string, StoredFee> =>
  new Map(fees.map((fee) => [getFeeKey(fee), fee]))

const selectFees = (tx: Queryable, members: readonly number[]): Promise<StoredFee[]> =>
  tx.query(
    FeeRow,
    sql`select account_id as member,
      from_day as "fromDay",
      permille,
      is_default as "isDefault",
      set_at::text as "setAt"
    from fee_rates
    where account_id = any(${members}::integer[])`,
  )

/** As they are before the adoption changes them: finds those that it replaces. */
export async function selectFeesBefore(
  tx: Queryable,
  members: readonly number[],
): Promise<(fee: Pick<StoredFee, 'member' | 'fromDay'>) => Made['fees'][number]['before']> {
  const fees = indexFees(await selectFees(tx, members))
  return (change) => {
    const fee = fees.get(getFeeKey(change))
    return fee ? { permille: fee.permille, isDefault: fee.isDefault, setAt: fee.setAt } : null
  }
}

const ShareRow = z.extend(Share, { id: Id, fromDay: Day, setAt: z.string() })

/** The same for shares of channels. */
export async function selectSharesBefore(
  tx: Queryable,
  registrations: readonly number[],
): Promise<(set: { id: number; fromDay: string }) => Made['shares'][number]['before']> {
  const rows = await tx.query(
    ShareRow,
    sql`select registration_id as id,
      from_day as "fromDay",
      account_id as member,
      permille,
      set_at::text as "setAt"
    from payout_shares
    where registration_id = any(${registrations}::integer[])
    order by registration_id, from_day, account_id`,
  )
  const sets = Map.groupBy(rows, ({ id, fromDay }) => `${id} ${fromDay}`)
  return ({ id, fromDay }) =>
    sets.get(`${id} ${fromDay}`)?.map(({ member, permille, setAt }) => ({ member, permille, setAt })) ?? null
}

const AdoptionRow = z.object({ made: Made, isUndone: z.boolean(), isBooked: z.boolean() })

export interface Undone {
  channels: number
  members: number
  assignments: number
  shares: number
  fees: number
}

/**
 * Takes back what an adoption made, as long as no month was closed since, and nobody has used or changed it. Networks and sites stay, because
 * the audit log names them. Callers must refresh the lists afterward.
 * @throws {OperatorError}
 */
export const undoAdoption = (db: Database, id: number): Promise<Undone> =>
  db.transaction(async (tx) => {
    await lockOpenDays(tx)
    const [adoption] = await tx.query(
      AdoptionRow,
      sql`select made,
        undone_at is not null as "isUndone",
        exists (select from months where state <> 'open' and closed_at >= adopted_at) as "isBooked"
      from adoptions
      where id = ${id}
      for update`,
    )
    if (!adoption) throw new OperatorError(`There is no adoption ${id}.`)
    if (adoption.isUndone) throw new OperatorError(`The adoption ${id} is undone already.`)
    if (adoption.isBooked)
      throw new OperatorError(
        'A month was closed since: its statements stand on the adoption. Change what is wrong from an open day on.',
      )
    const { made } = adoption
    await lockMade(tx, made)
    await requireUnused(tx, made)
    await requireUnchanged(tx, made)
    const undone = await deleteMade(tx, made).catch((error: unknown) => {
      const { table_name: table } = error as { table_name?: string }
      if ((error as { code?: string }).code !== '23503') throw error
      throw new OperatorError(
        `Something was added since that needs it${table === undefined ? '' : ` (${table})`}: remove that first.`,
      )
    })
    await tx.execute(sql`update adoptions set undone_at = now() where id = ${id}`)
    const before: AuditValues = { ...undone }
    await recordAuditEntry(
      tx,
      { kind: 'operator' },
      { action: 'network adopt', context: { undone: id }, before, after: null },
    )
    return undone
  })

/** Lock order: registrations by id, then accounts by id, as everywhere. */
async function lockMade(
  tx: Queryable,
  { registrations, members, assignments, shares, fees }: Made,
): Promise<void> {
  const channels = [...registrations, ...assignments.map(({ id }) => id), ...shares.map(({ id }) => id)]
  await lockRegistrations(tx, sql`registration_id = any(${channels}::integer[])`)
  const people = [...members, ...assignments.map(({ member }) => member), ...fees.map(({ member }) => member)]
  await tx.query(
    IdRow,
    sql`select id from accounts where id = any(${people}::integer[]) order by id for update`,
  )
}

const NamedRow = z.object({ name: z.string() })

async function requireUnused(tx: Queryable, { registrations, members }: Made): Promise<void> {
  const gone = await tx.query(
    NamedRow,
    sql`select channel_id as name
    from channels
    where registration_id = any(${registrations}::integer[])
      and removed_at is not null
    order by channel_id`,
  )
  if (gone.length > 0)
    throw new OperatorError(`These channels were removed since: ${gone.map(({ name }) => name).join(', ')}.`)
  const active = await tx.query(
    NamedRow,
    sql`select coalesce(email, 'a deleted account') as name
    from accounts
    where id = any(${members}::integer[])
      and (removed_at is not null or password_hash is not null or email_confirmed_at is not null)
    order by email`,
  )
  if (active.length > 0)
    throw new OperatorError(
      `These members have accepted their invitation, or are gone: ${active.map(({ name }) => name).join(', ')}.`,
    )
}

/** A later decision for the same day would disappear. @throws {OperatorError} */
async function requireUnchanged(tx: Queryable, { shares, fees }: Made): Promise<void> {
  const sets = await selectShareSets(tx, [...new Set(shares.map(({ id }) => id))])
  const changedShares = shares.filter(({ id, fromDay, after }) => {
    if (after === undefined) return false
    const now = sets.get(id)?.find((set) => set.fromDay === fromDay)
    const written = new Map(after.map(({ member, permille }) => [member, permille]))
    return now === undefined || !isSameShares(now.permilles, written)
  })
  const members = [...new Set(fees.map(({ member }) => member))]
  const rates = indexFees(await selectFees(tx, members))
  const changedFees = fees.filter(
    ({ member, fromDay, after }) =>
      after !== undefined && rates.get(getFeeKey({ member, fromDay }))?.permille !== after,
  )
  if (changedShares.length + changedFees.length === 0) return
  const channels = await selectNames(
    tx,
    sql`select registration_id as id, channel_id as name from channels
    where registration_id = any(${changedShares.map(({ id }) => id)}::integer[])`,
  )
  const emails = await selectNames(
    tx,
    sql`select id, coalesce(email, 'a deleted account') as name from accounts
    where id = any(${changedFees.map(({ member }) => member)}::integer[])`,
  )
  const rows = [
    ...changedShares.map(({ id, fromDay }) => `the shares of ${channels.get(id)} from ${fromDay}`),
    ...changedFees.map(({ member, fromDay }) => `the fee of ${emails.get(member)} from ${fromDay}`),
  ]
  throw new OperatorError(
    `Somebody has changed this since, which would be lost: ${rows.join(', ')}. Set it to what the list says first, or change what is wrong by hand.`,
  )
}

const IdAndName = z.object({ id: Id, name: z.string() })

const selectNames = async (tx: Queryable, query: Sql): Promise<Map<number, string>> =>
  new Map((await tx.query(IdAndName, query)).map(({ id, name }) => [id, name]))

async function deleteMade(
  tx: Queryable,
  { registrations, members, assignments, shares, fees }: Made,
): Promise<Undone> {
  const deletedShares = await tx.execute(
    sql`delete from payout_shares s
    using (
      select distinct id, from_day
      from unnest(
        ${shares.map(({ id }) => id)}::integer[],
        ${shares.map(({ fromDay }) => fromDay)}::date[]
      ) as given (id, from_day)
    ) m
    where s.registration_id = m.id
      and s.from_day = m.from_day`,
  )
  for (const { id, fromDay, before } of shares)
    for (const { member, permille, setAt = null } of before ?? [])
      await tx.execute(
        sql`insert into payout_shares (registration_id, from_day, account_id, permille, set_at)
        values (${id}, ${fromDay}, ${member}, ${permille}, coalesce(${setAt}::timestamptz, now()))`,
      )
  const deletedAssignments = await tx.execute(
    sql`delete from assignments s
    using unnest(
      ${assignments.map(({ id }) => id)}::integer[],
      ${assignments.map(({ member }) => member)}::integer[]
    ) as m (id, member)
    where s.registration_id = m.id
      and s.account_id = m.member
      and s.unassigned_at is null`,
  )
  for (const { member, fromDay, before } of fees) {
    await tx.execute(sql`delete from fee_rates where account_id = ${member} and from_day = ${fromDay}`)
    if (before)
      await tx.execute(
        sql`insert into fee_rates (account_id, from_day, permille, is_default, set_at)
        values (${member}, ${fromDay}, ${before.permille}, ${before.isDefault}, ${before.setAt}::timestamptz)`,
      )
  }
  const channels = await tx.query(
    NamedRow,
    sql`delete from channels where registration_id = any(${registrations}::integer[]) returning channel_id as name`,
  )
  for (const table of [sql`fee_rates`, sql`mails`, sql`email_links`])
    await tx.execute(sql`delete from ${table} where account_id = any(${members}::integer[])`)
  const deletedMembers = await tx.execute(sql`delete from accounts where id = any(${members}::integer[])`)
  if (channels.length > 0)
    await recomputeFigures(
      tx,
      null,
      channels.map(({ name }) => name),
    )
  return {
    channels: channels.length,
    members: deletedMembers,
    assignments: deletedAssignments,
    shares: deletedShares,
    fees: fees.length,
  }
}
