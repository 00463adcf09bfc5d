import * as z from 'zod/mini'
import type { ImportHold } from '#contract/people/membership/member-import.ts'
import { lockRegistrations } from '#server/channels/registrations/registration-record.ts'
import { anonymizeAccount } from '#server/people/credentials/accounts.ts'
import { type Actor, type AuditEntry, recordAuditEntries } from '#server/platform/auth/audit.ts'
import { hasInstallationRole } from '#server/platform/auth/installation.ts'
import { hasStaffRole } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'

interface Undoing {
  id: number
  /** Null: of any network. */
  networkId: number | null
  /** May take back people who run the network as well. Those with a role on the installation are the operator's. */
  takesStaff: boolean
  action: string
  getActor: (networkId: number) => Actor
  now: Date
}

interface KeptMember {
  email: string
  nickname: string
  reason: ImportHold
}

export interface UndoneImport {
  removed: number
  kept: KeptMember[]
}

const ImportRow = z.object({
  networkId: Id,
  firstOpenDay: z.nullable(Day),
  isUndone: z.boolean(),
})

/**
 * Takes back the people whom nobody has needed so far: their assignments, shares and fees go without a trace in figures, unlike
 * those of members who are deleted. @throws {Refusal} `not_found`; `outdated` when it was undone already
 */
export async function undoImport(
  tx: Queryable,
  { id, networkId, takesStaff, action, getActor, now }: Undoing,
): Promise<UndoneImport> {
  const firstOpenDay = await lockOpenDays(tx)
  const [found] = await tx.query(
    ImportRow,
    sql`select network_id as "networkId",
      first_open_day as "firstOpenDay",
      undone_at is not null as "isUndone"
    from member_imports
    where id = ${id}
      and (${networkId}::integer is null or network_id = ${networkId}::integer)
    for no key update`,
  )
  if (!found) throw new Refusal('not_found')
  if (found.isUndone) throw new Refusal('outdated')
  const rights = { takesStaff, takesAll: networkId === null }
  const people = (await lockPeople(tx, id, found.networkId)).map((person) => ({
    ...person,
    hold: findHold(person, rights, found.firstOpenDay !== firstOpenDay),
  }))
  const removable = people.filter(({ hold }) => hold === null).map((person) => person.id)
  const decisions = await selectDecisions(tx, removable)
  await deleteDecisions(tx, removable)
  const entries: AuditEntry[] = []
  for (const account of removable) {
    await anonymizeAccount(tx, account, now)
    entries.push({
      action,
      subject: { kind: 'account', id: account },
      context: { import: id },
      before: { network: found.networkId, ...decisions.get(account) },
      after: null,
    })
  }
  if (entries.length > 0) await recordAuditEntries(tx, getActor(found.networkId), entries)
  await tx.execute(sql`update member_imports set undone_at = ${now} where id = ${id}`)
  return {
    removed: removable.length,
    kept: people.flatMap(({ email, nickname, hold }) =>
      hold === null ? [] : [{ email, nickname, reason: hold }],
    ),
  }
}

const PersonRow = z.object({
  id: Id,
  email: z.string(),
  nickname: z.string(),
  hasAccepted: z.boolean(),
  isStaff: z.boolean(),
  hasInstallationRole: z.boolean(),
  isBooked: z.boolean(),
  hasChannels: z.boolean(),
  hasChanged: z.boolean(),
})
type Person = z.output<typeof PersonRow>

/** Without those who are gone. Lock order: registrations by id, then accounts by id, as everywhere. */
async function lockPeople(tx: Queryable, importId: number, networkId: number): Promise<Person[]> {
  await lockRegistrations(
    tx,
    sql`registration_id in (
      select s.registration_id
      from imported_members m
      join assignments s on s.account_id = m.account_id
      where m.import_id = ${importId})`,
  )
  await tx.query(
    IdRow,
    sql`select a.id
    from imported_members m
    join accounts a on a.id = m.account_id
    where m.import_id = ${importId}
    order by a.id
    for no key update of a`,
  )
  return tx.query(
    PersonRow,
    sql`select a.id,
      a.email,
      a.nickname,
      a.password_hash is not null
        or a.email_confirmed_at is not null
        or a.last_sign_in_at is not null
        or exists (select from linked_sign_ins l where l.account_id = a.id) as "hasAccepted",
      ${hasStaffRole} as "isStaff",
      ${hasInstallationRole} as "hasInstallationRole",
      exists (select from statements s where s.account_id = a.id)
        or exists (select from ledger_entries e where e.account_id = a.id)
        or exists (select from manual_entries e where e.account_id = a.id)
        or exists (select from month_parts p where p.account_id = a.id) as "isBooked",
      exists (select from assignments s where s.account_id = a.id) as "hasChannels",
      a.network_id <> ${networkId} or exists (
        select
        from payout_shares own
        join payout_shares other on other.registration_id = own.registration_id
          and other.from_day = own.from_day
          and other.account_id <> own.account_id
        where own.account_id = a.id) as "hasChanged"
    from imported_members m
    join accounts a on a.id = m.account_id
    where m.import_id = ${importId}
      and a.removed_at is null
    order by a.id`,
  )
}

function findHold(
  { hasAccepted, isStaff, hasInstallationRole: hasGrants, isBooked, hasChannels, hasChanged }: Person,
  { takesStaff, takesAll }: { takesStaff: boolean; takesAll: boolean },
  wasMonthClosed: boolean,
): ImportHold | null {
  if (hasAccepted) return 'accepted'
  if ((isStaff && !takesStaff) || (hasGrants && !takesAll)) return 'role'
  if (isBooked) return 'booked'
  if (hasChannels && wasMonthClosed) return 'closed'
  return hasChanged ? 'changed' : null
}

const DecisionRow = z.object({ id: Id, registrations: z.array(Id), fees: z.array(z.string()) })

/** As the audit log has them; fees in percent, by the day from which they count. */
async function selectDecisions(
  tx: Queryable,
  members: readonly number[],
): Promise<Map<number, { registrations: number[]; fees: string[] }>> {
  const rows = await tx.query(
    DecisionRow,
    sql`select a.id,
      array(
        select distinct s.registration_id
        from assignments s
        where s.account_id = a.id
        order by s.registration_id) as registrations,
      array(
        select f.from_day || ': ' || trim_scale(f.permille / 10.0)
        from fee_rates f
        where f.account_id = a.id
        order by f.from_day) as fees
    from accounts a
    where a.id = any(${members}::integer[])`,
  )
  return new Map(rows.map(({ id, ...decisions }) => [id, decisions]))
}

async function deleteDecisions(tx: Queryable, members: readonly number[]): Promise<void> {
  if (members.length === 0) return
  const isTheirs = sql`account_id = any(${members}::integer[])`
  await tx.execute(sql`delete from payout_shares where ${isTheirs}`)
  await tx.execute(sql`delete from assignments where ${isTheirs}`)
  await tx.execute(sql`delete from fee_rates where ${isTheirs}`)
}
