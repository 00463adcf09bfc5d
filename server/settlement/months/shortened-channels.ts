import * as z from 'zod/mini'
import { listDays } from '#contract/reports/calendar.ts'
import { maxShortenedChannels, type ShortenedChannel } from '#contract/settlement/months.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hasState } from '#server/reports/figures/channel-states.ts'
import { getMonthRange } from '#server/settlement/calendar/month.ts'
import { selectAssignments, selectEstimates } from '#server/settlement/payout-shares/channel-days.ts'
import {
  type AssignedDays,
  findShares,
  selectShareSets,
} from '#server/settlement/payout-shares/payout-shares.ts'

type Reader = Pick<Queryable, 'query'>

const ChannelRow = z.object({
  registrationId: Id,
  channelId: z.string(),
  name: z.string(),
  thumbnail: z.nullable(z.string()),
  earnsFrom: Day,
})
type Channel = z.output<typeof ChannelRow>

/** Earning channels of the networks, or of all, that somebody has been assigned to since the month began. */
const selectChannels = (
  db: Reader,
  networkIds: readonly number[] | null,
  month: string,
): Promise<Channel[]> =>
  db.query(
    ChannelRow,
    sql`select registration_id as "registrationId",
      channel_id as "channelId",
      name,
      thumbnail,
      earns_from as "earnsFrom"
    from channels c
    where (${networkIds}::integer[] is null or network_id = any(${networkIds}::integer[]))
      and removed_at is null
      and ${hasState('approved')}
      and earns_from <= ${getMonthRange(month).to}
      and exists (
        select
        from assignments a
        where a.registration_id = c.registration_id
          and a.until_day is null
          and a.from_day > ${month}::date)`,
  )

const AccountRow = z.object({
  id: Id,
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
})

/**
 * Reports show a member the channels that are theirs now; a statement counts days. These are the channels where the two
 * differ, by the estimates of the days that do not count. `networkIds`: null for all networks.
 */
export async function findShortenedChannels(
  db: Reader,
  networkIds: readonly number[] | null,
  month: string,
): Promise<ShortenedChannel[]> {
  const channels = await selectChannels(db, networkIds, month)
  if (channels.length === 0) return []
  const ids = channels.map(({ registrationId }) => registrationId)
  const range = getMonthRange(month)
  const assignments = await selectAssignments(db, ids)
  const shareSets = await selectShareSets(db, ids)
  const estimates = await selectEstimates(
    db,
    range,
    channels.map(({ channelId }) => channelId),
  )
  const found = channels.flatMap((channel) => {
    const own = assignments.get(channel.registrationId) ?? []
    const days = listDays(range)
      .filter((day) => day >= channel.earnsFrom)
      .map((day) => ({
        day,
        micros: estimates.get(channel.channelId)?.[day] ?? 0,
        shares: findShares(day, own, shareSets.get(channel.registrationId) ?? []),
      }))
    return listMembers(own).flatMap((memberId) => {
      const isCounted = ({ shares }: (typeof days)[number]) =>
        'undecided' in shares || shares.permilles.has(memberId)
      const micros = days.filter((one) => !isCounted(one)).reduce((sum, one) => sum + one.micros, 0)
      return micros > 0 ? [{ channel, memberId, from: days.find(isCounted)?.day ?? null, micros }] : []
    })
  })
  const shown = found.sort((a, b) => b.micros - a.micros).slice(0, maxShortenedChannels)
  const accounts = await selectAccounts(
    db,
    shown.map(({ memberId }) => memberId),
  )
  return shown.map(({ channel: { channelId, name, thumbnail }, memberId, from, micros }) => {
    const account = accounts.get(memberId) ?? { id: memberId, nickname: null, email: null }
    return { channelId, name, thumbnail, account: { ...account, isNetwork: false }, from, micros }
  })
}

const listMembers = (assignments: readonly AssignedDays[]): number[] => [
  ...new Set(assignments.filter(({ until }) => until === null).map(({ memberId }) => memberId)),
]

async function selectAccounts(db: Reader, ids: readonly number[]) {
  const rows = await db.query(
    AccountRow,
    sql`select id, nickname, email
    from accounts
    where id = any(${ids}::integer[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
