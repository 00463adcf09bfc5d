import * as z from 'zod/mini'
import type { ChannelRow, ChannelSort } from '#contract/reports/channel-report.ts'
import { type DayRange, getProfitChange } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { selectAssignedChannels } from '#server/reports/figures/assignments.ts'
import { channelSums } from '#server/reports/figures/channel-sums.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { isGrossVisible, isNetVisible } from '#server/reports/figures/visibility.ts'
import { selectTagsOfChannels } from './channel-tags.ts'
import type { ChannelFigures, LiveChannel } from './live-channels.ts'

/** Adds to rows what no list has: the compared profit, the caller's tags, and for managers the members. */
export async function completeRows(
  db: Queryable,
  scope: Scope,
  rows: readonly ChannelFigures[],
  previousRange: DayRange | null,
): Promise<ChannelRow[]> {
  if (rows.length === 0) return []
  const channelIds = rows.map(({ channelId }) => channelId)
  const previous = previousRange && (await selectPreviousProfits(db, scope, previousRange, channelIds))
  const members = scope.netOnly ? null : await selectMembers(db, scope, channelIds)
  const getTags = await selectTagsOfChannels(db, scope.callerId, channelIds)
  return rows.map((row) => ({
    ...row,
    tags: getTags(row.channelId),
    previous: previous?.get(row.channelId) ?? null,
    members: members && (members.get(row.channelId) ?? []).map(({ nickname }) => nickname),
  }))
}

/** The sort keys that need what no list has. */
export async function addSortKeys(
  db: Queryable,
  scope: Scope,
  channels: readonly LiveChannel[],
  { sort, previousRange }: { sort: ChannelSort; previousRange: DayRange | null },
): Promise<LiveChannel[]> {
  if (sort !== 'change' && sort !== 'members') return [...channels]
  const channelIds = channels.map(({ row }) => row.channelId)
  const findKey =
    sort === 'change'
      ? await createChangeKey(db, scope, channelIds, previousRange)
      : await createMemberKey(db, scope, channelIds)
  return channels.map((channel) => ({
    ...channel,
    sortKeys: { ...channel.sortKeys, [sort]: findKey(channel.row) },
  }))
}

async function createChangeKey(
  db: Queryable,
  scope: Scope,
  channelIds: readonly string[],
  previousRange: DayRange | null,
) {
  const previous = previousRange && (await selectPreviousProfits(db, scope, previousRange, channelIds))
  return (row: ChannelFigures) => {
    return getProfitChange({ ...row, previous: previous?.get(row.channelId) ?? null })
  }
}

async function createMemberKey(db: Queryable, scope: Scope, channelIds: readonly string[]) {
  const members = scope.netOnly ? new Map() : await selectMembers(db, scope, channelIds)
  return ({ channelId }: ChannelFigures) => members.get(channelId)?.[0]?.sortKey ?? null
}

const PreviousRow = z.object({
  channelId: z.string(),
  earnsFrom: Day,
  grossProfit: Integer,
  netProfit: Integer,
})

/** Selects channels that earned in all of the range. */
async function selectPreviousProfits(
  db: Queryable,
  scope: Scope,
  range: DayRange,
  channelIds: readonly string[],
): Promise<Map<string, NonNullable<ChannelRow['previous']>>> {
  const rows = await db.query(
    PreviousRow,
    sql`with ${channelSums(scope, range, channelIds)}
    select c.channel_id as "channelId",
      c.earns_from as "earnsFrom",
      coalesce(s.gross_profit, 0) as "grossProfit",
      coalesce(s.net_profit, 0) as "netProfit"
    from earning_channels c
    left join channel_sums s on s.channel_id = c.channel_id
    where c.network_id = ${scope.networkId}
      and c.channel_id = any(${channelIds}::text[])`,
  )
  const [gross, net] = [isGrossVisible(scope), isNetVisible(scope)]
  return new Map(
    rows
      .filter(({ earnsFrom }) => earnsFrom <= range.from)
      .map(({ channelId, grossProfit, netProfit }) => [
        channelId,
        { grossProfit: gross ? grossProfit : null, netProfit: net ? netProfit : null },
      ]),
  )
}

const MemberRow = z.object({ channelId: z.string(), nickname: z.string(), sortKey: z.string() })

async function selectMembers(
  db: Queryable,
  { networkId }: Scope,
  channelIds: readonly string[],
): Promise<Map<string, z.output<typeof MemberRow>[]>> {
  const rows = await db.query(
    MemberRow,
    sql`select s.channel_id as "channelId",
      a.nickname,
      natural_sort_key(a.nickname) as "sortKey"
    from (
      ${selectAssignedChannels(networkId)}
    ) s
    join accounts a on a.id = s.account_id
    where s.channel_id = any(${channelIds}::text[])
    order by natural_sort_key(a.nickname) collate "C", a.id`,
  )
  return Map.groupBy(rows, ({ channelId }) => channelId)
}
