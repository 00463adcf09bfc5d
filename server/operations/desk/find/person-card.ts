import * as z from 'zod/mini'
import {
  maxCardChannels,
  maxPersonStatements,
  type PersonCard,
} from '#contract/operations/desk/person-card.ts'
import { PersonHit } from '#contract/operations/desk/search.ts'
import { installationRoles } from '#contract/platform/roles.ts'
import { requireDeskPerson } from '#server/people/desk-people.ts'
import { findSignInCauses } from '#server/people/members/sign-in-help/causes.ts'
import { getScope, type InstallationScope } from '#server/platform/auth/installation.ts'
import { type Account, accountState, canImpersonate } from '#server/platform/auth/roles.ts'
import { selectPerson, selectSessions } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { findChannels, findStatements } from './search.ts'

const Row = z.extend(PersonHit, {
  networkId: Id,
  registeredAt: Timestamp,
  grants: z.array(
    z.object({ role: z.enum(installationRoles), sites: z.array(z.string()), owners: z.array(z.string()) }),
  ),
})

const selectRow = (db: Queryable, id: number) =>
  queryOne(
    db,
    Row,
    sql`select a.id,
      a.nickname,
      a.email,
      s.domain as site,
      case when n.kind = 'network' then n.nickname end as network,
      a.network_id as "networkId",
      a.roles,
      ${accountState} as state,
      a.created_at as "registeredAt",
      (
        select coalesce(
          jsonb_agg(jsonb_build_object('role', r.role, 'sites', r.sites, 'owners', r.owners) order by r.role desc), '[]')
        from (
          select g.role,
            coalesce(array_agg(w.domain order by w.domain) filter (where w.id is not null), '{}') as sites,
            coalesce(array_agg(g.owner order by g.owner) filter (where g.owner is not null), '{}') as owners
          from installation_grants g
          left join sites w on w.id = g.site_id
          where g.account_id = a.id
          group by g.role
        ) r
      ) as grants
    from accounts a
    join accounts n on n.id = a.network_id
    join sites s on s.id = a.site_id
    where a.id = ${id}::bigint`,
  )

const NetworkRow = z.object({ id: Id, name: z.string() })

/** @throws {Refusal} `not_found`: unknown, or outside the scope */
export async function readPersonCard(
  db: Queryable,
  account: Account,
  id: number,
  now: Date,
): Promise<PersonCard> {
  const scope: InstallationScope = getScope(account, 'desk.read')
  const person = await requireDeskPerson(db, scope, id)
  const row = await selectRow(db, id)
  const sessions = await selectSessions(db, id, '', now)
  const isMovable = !person.isIndependent && !person.runsNetwork && !person.hasInstallationRole
  const channels = await findChannels(
    db,
    scope,
    person.isIndependent
      ? sql`c.network_id = ${id}::bigint and c.removed_at is null`
      : sql`exists (
          select
          from assignments t
          where t.registration_id = c.registration_id
            and t.account_id = ${id}::bigint
            and t.unassigned_at is null)`,
    maxCardChannels,
  )
  const statements = await findStatements(db, scope, sql`s.account_id = ${id}::bigint`, maxPersonStatements)
  const shown = await selectPerson(db, id)
  return {
    ...row,
    ...(await findSignInCauses(db, id, now)),
    sessions: sessions.map(({ id: session, signedInAt, lastUsedAt }) => ({
      id: session,
      signedInAt,
      lastUsedAt,
    })),
    channels: channels.items,
    statements: statements.items,
    isMovable,
    isImpersonable: shown !== null && canImpersonate(account, shown),
    networks: isMovable
      ? await db.query(
          NetworkRow,
          sql`select id, nickname as name
          from accounts
          where site_id = ${person.siteId}
            and kind = 'network'
            and removed_at is null
            and id <> ${person.networkId}
          order by nickname, id
          limit 500`,
        )
      : [],
  }
}
