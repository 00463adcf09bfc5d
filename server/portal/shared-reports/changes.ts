import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import {
  createSharedReport as createEndpoint,
  endedSharedReportDays,
  maxLiveSharedReports,
  openSharedReport,
  revokeSharedReport as revokeEndpoint,
  type SharedReportForm,
} from '#contract/portal/shared-reports.ts'
import { type Actor, type Caller, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { requireActive, requireCurrentRole } from '#server/platform/auth/roles.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import { lockViewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { CountRow, IdRow, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getFiguresViewpoint, resolveScope } from '#server/reports/figures/scope.ts'
import { type SharedLink, selectSharedChannels } from './queries.ts'

const dayMs = 24 * 60 * 60 * 1000

interface CreatedLink {
  id: number
  token: string
  expiresAt: string
}

/** Stores only a hash of the token. @throws {Refusal} */
export const createSharedReport = (
  db: Database,
  { account, actor }: Caller,
  form: SharedReportForm,
  now: Date,
): Promise<CreatedLink> =>
  db.transaction(async (tx) => {
    requireActive(account)
    // The lock serializes the links of one owner.
    const owner = await lockViewpoint(tx, account, 'figures.read')
    const channelIds = [...new Set(form.channels)]
    const scope = await resolveScope(tx, owner, {})
    const visible = await selectSharedChannels(tx, scope, channelIds)
    if (visible.length < channelIds.length) throw new Refusal('not_found')
    await requireRoom(tx, owner.id, now)
    const { time, title, withMoney, days } = form
    const { from, to } = time.period === 'custom' ? time : { from: null, to: null }
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + days * dayMs)
    const { id } = await queryOne(
      tx,
      IdRow,
      sql`insert into shared_reports (token_hash, account_id, network_id, title, channel_ids, period, first_day, last_day,
        with_money, created_at, expires_at)
      values (${hashToken(token)}, ${owner.id}, ${owner.networkId}, ${title}, ${channelIds}::text[], ${time.period},
        ${from}::date, ${to}::date, ${withMoney}, ${now}, ${expiresAt})
      returning id`,
    )
    const range = { ...(from && { from }), ...(to && { to }) }
    await recordAuditEntry(tx, actor, {
      action: createEndpoint.name,
      subject: { kind: 'shared-report', id },
      before: null,
      after: {
        ...{ title: hidden, channels: channelIds, period: time.period, ...range },
        ...{ withMoney, expiresAt: expiresAt.toISOString() },
      },
    })
    return { id, token, expiresAt: expiresAt.toISOString() }
  })

/** @throws {Refusal} `shared_reports_full` */
async function requireRoom(tx: Queryable, accountId: number, now: Date): Promise<void> {
  const { count } = await queryOne(
    tx,
    CountRow,
    sql`select count(*) as count
    from shared_reports
    where account_id = ${accountId}
      and revoked_at is null
      and expires_at > ${now}`,
  )
  if (count >= maxLiveSharedReports) throw new Refusal('shared_reports_full')
}

const RevokedRow = z.object({ revokedAt: z.nullable(Timestamp) })

/** Idempotent. @throws {Refusal} `not_found` */
export const revokeSharedReport = (
  db: Database,
  { account, actor }: Caller,
  id: number,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'share')
    const [found] = await tx.query(
      RevokedRow,
      sql`select revoked_at as "revokedAt"
      from shared_reports
      where id = ${id}
        and account_id = ${getFiguresViewpoint(account).id}
      for update`,
    )
    if (!found) throw new Refusal('not_found')
    if (found.revokedAt !== null) return
    await tx.execute(sql`update shared_reports set revoked_at = ${now} where id = ${id}`)
    await recordAuditEntry(tx, actor, {
      action: revokeEndpoint.name,
      subject: { kind: 'shared-report', id },
      before: { revoked: false },
      after: { revoked: true },
    })
  })

const OpenedRow = z.object({ lastOpenedAt: z.nullable(Timestamp) })

const getUtcDay = (time: Date) => time.toISOString().slice(0, 10)

/** Counts each opening, and records one a day. */
export const recordOpening = (
  db: Database,
  actor: Actor,
  { id, viewpoint: { networkId } }: SharedLink,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const [before] = await tx.query(
      OpenedRow,
      sql`select last_opened_at as "lastOpenedAt" from shared_reports where id = ${id} for update`,
    )
    if (!before) return
    await tx.execute(
      sql`update shared_reports
      set open_count = open_count + 1,
        last_opened_at = ${now}
      where id = ${id}`,
    )
    if (before.lastOpenedAt !== null && getUtcDay(new Date(before.lastOpenedAt)) === getUtcDay(now)) return
    await recordAuditEntry(
      tx,
      { ...actor, networkId },
      {
        action: openSharedReport.name,
        subject: { kind: 'shared-report', id },
        before: null,
        after: { opened: getUtcDay(now) },
      },
    )
  })

/** Safe to run on every instance. */
export const deleteEndedSharedReports = (db: Queryable, now: Date): Promise<number> =>
  db.execute(
    sql`delete from shared_reports
    where least(expires_at, revoked_at) < ${new Date(now.getTime() - endedSharedReportDays * dayMs)}`,
  )
