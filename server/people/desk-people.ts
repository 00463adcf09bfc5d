import * as z from 'zod/mini'
import { networkRoles } from '#contract/platform/roles.ts'
import {
  hasInstallationRole,
  type InstallationScope,
  isSiteInScope,
} from '#server/platform/auth/installation.ts'
import { hasStaffRole } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { empty, sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

const DeskPerson = z.object({
  id: Id,
  siteId: Id,
  networkId: Id,
  roles: z.array(z.enum(networkRoles)),
  isIndependent: z.boolean(),
  runsNetwork: z.boolean(),
  /** Only commands change them: nobody at the desk gains what they do not have. */
  hasInstallationRole: z.boolean(),
})
export type DeskPerson = z.output<typeof DeskPerson>

/** Somebody on a site of the scope. @throws {Refusal} `not_found` */
export async function requireDeskPerson(
  db: Queryable,
  scope: InstallationScope,
  id: number,
  lock?: 'lock',
): Promise<DeskPerson> {
  const [person] = await db.query(
    DeskPerson,
    sql`select a.id,
      a.site_id as "siteId",
      a.network_id as "networkId",
      a.roles,
      a.network_id = a.id as "isIndependent",
      ${hasStaffRole} as "runsNetwork",
      ${hasInstallationRole} as "hasInstallationRole"
    from accounts a
    where a.id = ${id}::bigint
      and a.kind = 'person'
      and a.removed_at is null
      and ${isSiteInScope(scope, sql`a.site_id`)}
    ${lock ? sql`for no key update of a` : empty}`,
  )
  if (!person) throw new Refusal('not_found')
  return person
}
