import * as z from 'zod/mini'
import type { MemberImport } from '#contract/people/membership/member-import.ts'
import { networkRoles } from '#contract/platform/roles.ts'
import { earliestDay } from '#contract/reports/calendar.ts'
import { selectRegistrationDays } from '#server/channels/lifecycle/assignment-days.ts'
import { lockRegistrations } from '#server/channels/registrations/registration-record.ts'
import { selectDatedFees, selectDefaultFees } from '#server/people/fees/queries.ts'
import { requireOrdinaryNickname } from '#server/people/nicknames.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import { selectShareSets } from '#server/settlement/payout-shares/payout-shares.ts'
import { resolveChannels } from '#server/settlement/payout-shares/share-file.ts'
import type { MemberFile } from './member-file.ts'
import type { ExistingAccount, ImportContext } from './plan.ts'

const AccountRow = z.object({
  id: Id,
  networkId: Id,
  email: z.string(),
  nickname: z.string(),
  roles: z.array(z.enum(networkRoles)),
})

async function selectAccounts(
  tx: Queryable,
  siteId: number,
  emails: readonly string[],
): Promise<Map<string, ExistingAccount>> {
  const rows = await tx.query(
    AccountRow,
    sql`select id,
      network_id as "networkId",
      email,
      nickname,
      roles
    from accounts
    where site_id = ${siteId}
      and email = any(${emails}::text[])
      and kind = 'person'
      and removed_at is null`,
  )
  const fees = await selectDatedFees(
    tx,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows.map(({ email, ...account }) => [email, { ...account, fees: fees.get(account.id) ?? [] }]),
  )
}

export interface ImportTarget {
  site: Site
  networkId: number
  /** May give roles other than `member`. */
  givesRoles: boolean
}

interface LockedContext extends ImportContext {
  channelNames: ReadonlyMap<number, string>
}

/** Locks months and channels, in this order, which is that of all decisions about money. */
export async function lockContext(
  tx: Queryable,
  { lines }: MemberFile,
  { site, networkId, givesRoles }: ImportTarget,
  now: Date,
): Promise<LockedContext> {
  const firstOpenDay = await lockOpenDays(tx)
  const found = await resolveChannels(tx, networkId, [...new Set(lines.flatMap(({ channels }) => channels))])
  const ids = [...new Set(found.values())]
  const registrations = (await lockRegistrations(tx, sql`registration_id = any(${ids}::bigint[])`)).filter(
    (registration) => registration.networkId === networkId,
  )
  const channelNames = new Map(registrations.map(({ id, name }) => [id, name]))
  const defaults = await selectDefaultFees(tx, networkId)
  const permille = defaults.network ?? defaults.site
  return {
    networkId,
    givesRoles,
    isReserved: (nickname) => isReserved(site, nickname),
    accounts: await selectAccounts(
      tx,
      site.id,
      lines.map(({ email }) => email),
    ),
    channels: new Map([...found].filter(([, id]) => channelNames.has(id))),
    days: await selectRegistrationDays(tx, ids),
    sets: await selectShareSets(tx, ids),
    defaultFee: permille === null ? null : { fromDay: firstOpenDay ?? earliestDay, permille },
    today: getPacificDay(now),
    firstOpenDay,
    channelNames,
  }
}

function isReserved(site: Site, nickname: string): boolean {
  try {
    requireOrdinaryNickname(site, nickname)
    return false
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return true
  }
}

const ImportRow = z.object({
  id: Id,
  importedAt: Timestamp,
  importedBy: z.nullable(z.string()),
  members: Count,
  undoneAt: z.nullable(Timestamp),
})

const shownImports = 5

export const selectImports = (db: Queryable, networkId: number): Promise<MemberImport[]> =>
  db.query(
    ImportRow,
    sql`select i.id,
      i.imported_at as "importedAt",
      a.nickname as "importedBy",
      (select count(*) from imported_members m where m.import_id = i.id) as members,
      i.undone_at as "undoneAt"
    from member_imports i
    left join accounts a on a.id = i.account_id
    where i.network_id = ${networkId}
    order by i.id desc
    limit ${shownImports}`,
  )
