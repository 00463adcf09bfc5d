import * as z from 'zod/mini'
import { type SharedReportSummary, SharedTime, sharedReportStates } from '#contract/portal/shared-reports.ts'
import { Period } from '#contract/reports/reports.ts'
import { isConfirmed } from '#server/platform/auth/roles.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import type { Viewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { andInScope, type Scope } from '#server/reports/figures/scope.ts'

const TimeRow = z.object({ period: Period, from: z.nullable(Day), to: z.nullable(Day) })

const timeColumns = sql`r.period,
      r.first_day as "from",
      r.last_day as "to"`

const toTime = ({ period, from, to }: z.output<typeof TimeRow>): SharedTime =>
  SharedTime.parse(period === 'custom' ? { period, from, to } : { period })

const LinkRow = z.extend(TimeRow, {
  id: Id,
  accountId: Id,
  networkId: Id,
  isNetwork: z.boolean(),
  title: z.string(),
  channelIds: z.array(z.string()),
  withMoney: z.boolean(),
  expiresAt: Timestamp,
})

export interface SharedLink {
  id: number
  title: string
  channelIds: readonly string[]
  time: SharedTime
  withMoney: boolean
  expiresAt: string
  /** In whose name it is shared. */
  viewpoint: Viewpoint
}

/** Also finds an expired link. Looks it up by its hash, so that the time that it takes tells nothing about a token. */
export async function findSharedLink(
  db: Queryable,
  siteId: number,
  token: string,
): Promise<SharedLink | null> {
  const [row] = await db.query(
    LinkRow,
    sql`select r.id,
      a.id as "accountId",
      a.network_id as "networkId",
      a.kind = 'network' as "isNetwork",
      r.title,
      r.channel_ids as "channelIds",
      ${timeColumns},
      r.with_money as "withMoney",
      r.expires_at as "expiresAt"
    from shared_reports r
    join accounts a on a.id = r.account_id
      and a.network_id = r.network_id
    where r.token_hash = ${hashToken(token)}
      and r.revoked_at is null
      and a.site_id = ${siteId}
      and a.removed_at is null
      and not a.awaits_approval
      and ${isConfirmed}`,
  )
  if (!row) return null
  const { id, title, channelIds, withMoney, expiresAt, accountId, networkId, isNetwork } = row
  const viewpoint = { id: accountId, networkId, isNetwork, personId: null }
  return { id, title, channelIds, time: toTime(row), withMoney, expiresAt, viewpoint }
}

const ChannelRow = z.object({
  channelId: z.string(),
  name: z.string(),
  thumbnail: z.nullable(z.string()),
  subscribers: z.nullable(Count),
})
type ChannelRow = z.output<typeof ChannelRow>

/** Those of the channels whose figures the scope's account sees, in the given order. */
export async function selectSharedChannels(
  db: Queryable,
  scope: Pick<Scope, 'networkId' | 'channelIds'>,
  channelIds: readonly string[],
): Promise<ChannelRow[]> {
  const rows = await db.query(
    ChannelRow,
    sql`select c.channel_id as "channelId",
      c.name,
      c.thumbnail,
      c.subscribers
    from earning_channels e
    join channels c on c.registration_id = e.registration_id
    where e.network_id = ${scope.networkId}
      and e.channel_id = any(${channelIds}::text[])
      ${andInScope(sql`e.channel_id`, scope)}`,
  )
  const byId = new Map(rows.map((row) => [row.channelId, row]))
  return channelIds.flatMap((channelId) => byId.get(channelId) ?? [])
}

const SummaryRow = z.extend(TimeRow, {
  id: Id,
  title: z.string(),
  channelIds: z.array(z.string()),
  withMoney: z.boolean(),
  state: z.enum(sharedReportStates),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  openCount: Count,
  lastOpenedAt: z.nullable(Timestamp),
})

/** Of the list: all that work, and the latest of those that have ended. */
const maxListed = 100

/** Those that work first, then the newest. */
export async function selectSharedReports(
  db: Queryable,
  scope: Scope,
  { id, networkId }: Viewpoint,
  now: Date,
): Promise<SharedReportSummary[]> {
  const rows = await db.query(
    SummaryRow,
    sql`select r.id,
      r.title,
      r.channel_ids as "channelIds",
      ${timeColumns},
      r.with_money as "withMoney",
      case
        when r.revoked_at is not null then 'revoked'
        when r.expires_at <= ${now}::timestamptz then 'expired'
        else 'live'
      end as state,
      r.created_at as "createdAt",
      r.expires_at as "expiresAt",
      r.open_count as "openCount",
      r.last_opened_at as "lastOpenedAt"
    from shared_reports r
    where r.account_id = ${id}
      and r.network_id = ${networkId}
    order by r.revoked_at is null and r.expires_at > ${now}::timestamptz desc, r.id desc
    limit ${maxListed}`,
  )
  const channelIds = [...new Set(rows.flatMap((row) => row.channelIds))]
  const names = new Map(
    (await selectSharedChannels(db, scope, channelIds)).map((channel) => [channel.channelId, channel.name]),
  )
  return rows.map(({ channelIds: ids, period, from, to, ...row }) => ({
    ...row,
    time: toTime({ period, from, to }),
    channels: ids.map((channelId) => ({ channelId, name: names.get(channelId) ?? null })),
  }))
}
