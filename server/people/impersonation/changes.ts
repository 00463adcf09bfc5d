import * as z from 'zod/mini'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { canImpersonate, requireCurrentRole } from '#server/platform/auth/roles.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import { createImpersonation, selectPerson } from '#server/platform/auth/sessions.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { mailTo } from '#server/platform/mail/recipients.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** One at a time in a session: the one before ends. @throws {Refusal} `not_found` */
export const impersonate = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  { account, actor, token }: Caller & { token: string },
  { target, action }: { target: number; action: string },
): Promise<{ token: string; until: string }> =>
  db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'share')
    const person = await selectPerson(tx, target)
    if (!person || !canImpersonate(account, person)) throw new Refusal('not_found')
    await endImpersonations(
      tx,
      sql`impersonator_session_id = (select id from sessions where token_hash = ${hashToken(token)})`,
      now(),
    )
    const started = await createImpersonation(tx, person.id, { id: account.id, token }, now())
    if (!started) throw new Refusal('unauthenticated')
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'account', id: person.id },
      before: null,
      after: { until: started.until },
    })
    return started
  })

/** @throws {Refusal} `not_found` for other sessions */
export const endImpersonation = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  { token }: { token: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    const ended = await endImpersonations(tx, sql`token_hash = ${hashToken(token)}`, now())
    if (ended === 0) throw new Refusal('not_found')
  })

/** Those whose time is over, whose impersonator has no session any more, or whose person is gone. */
export const endLostImpersonations = (db: Database, now: Date): Promise<number> =>
  db.transaction((tx) =>
    endImpersonations(
      tx,
      sql`(expires_at <= ${now} or not exists (
        select
        from sessions i
        where i.id = sessions.impersonator_session_id
          and i.expires_at > ${now})
        or exists (
          select
          from accounts p
          where p.id = sessions.account_id
            and p.removed_at is not null))`,
      now,
    ),
  )

const EndedRow = z.object({
  personId: Id,
  impersonatorId: Id,
  siteId: Id,
  networkId: Id,
  startedAt: z.string(),
  /** Name of the network that somebody runs, or of the site. */
  network: z.string(),
  isReported: z.boolean(),
})

async function endImpersonations(tx: Queryable, condition: Sql, now: Date): Promise<number> {
  const ended = await tx.query(
    EndedRow,
    sql`with ended as (
      delete from sessions
      where impersonator_id is not null
        and ${condition}
      returning id, account_id, impersonator_id, created_at)
    select p.id as "personId",
      e.impersonator_id as "impersonatorId",
      p.site_id as "siteId",
      p.network_id as "networkId",
      to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startedAt",
      coalesce((
        select n.nickname
        from accounts i
        join accounts n on n.id = i.network_id and n.kind = 'network'
        where i.id = e.impersonator_id
          and i.network_id = p.network_id), s.name) as network,
      s.reports_impersonation and p.removed_at is null as "isReported"
    from ended e
    join accounts p on p.id = e.account_id
    join sites s on s.id = p.site_id
    order by e.id`,
  )
  for (const { personId, impersonatorId, siteId, networkId, startedAt, network, isReported } of ended) {
    await recordAuditEntry(
      tx,
      { kind: 'account', id: impersonatorId, siteId, networkId },
      {
        action: 'endImpersonation',
        subject: { kind: 'account', id: personId },
        before: { since: startedAt },
        after: null,
      },
    )
    if (isReported)
      await mailTo(
        tx,
        { accountId: personId, permission: 'members.change' },
        {
          kind: 'portal-viewed',
          // Once a day is enough, however often somebody looks.
          eventKey: `portal-viewed ${impersonatorId} ${startedAt.slice(0, 10)}`,
          data: { network, at: startedAt },
        },
        now,
      )
  }
  return ended.length
}
