import * as z from 'zod/mini'
import { type AuditValues, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { OperatorError } from '#server/platform/command-line/command.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Id, IdRow, Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import { recomputeFigures } from '#server/reports/lists/rollups.ts'

/** What an adoption made: ids, and the days of what belongs to something that was there already. */
const Made = z.object({
  registrations: z.array(Id),
  members: z.array(Id),
  assignments: z.array(z.object({ id: Id, member: Id })),
  /** `before`: what the day had, by member; it comes back. */
  shares: z.array(
    z.object({
      id: Id,
      fromDay: Day,
      before: z.nullable(z.array(z.object({ member: Id, permille: Integer }))),
    }),
  ),
  fees: z.array(
    z.object({
      member: Id,
      fromDay: Day,
      before: z.nullable(z.object({ permille: Integer, isDefault: z.boolean(), setAt: z.string() })),
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

/** As they are before the adoption changes them. */
export const selectFeesBefore = (
  tx: Queryable,
  members: readonly number[],
): Promise<z.output<typeof FeeRow>[]> =>
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

const AdoptionRow = z.object({ made: Made, isUndone: z.boolean(), isBooked: z.boolean() })

export interface Undone {
  channels: number
  members: number
  assignments: number
  shares: number
  fees: number
}

/**
 * Takes back what an adoption made, as long as no month was closed since and nobody has used it. Networks and sites stay, because
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
    await requireUnused(tx, made)
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
    order by email
    for update`,
  )
  if (active.length > 0)
    throw new OperatorError(
      `These members have accepted their invitation, or are gone: ${active.map(({ name }) => name).join(', ')}.`,
    )
}

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
    for (const { member, permille } of before ?? [])
      await tx.execute(
        sql`insert into payout_shares (registration_id, from_day, account_id, permille)
        values (${id}, ${fromDay}, ${member}, ${permille})`,
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
