import * as z from 'zod/mini'
import { maxUnallocatedChannels } from '#contract/settlement/closing-obstacles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hasState } from '#server/reports/figures/channel-states.ts'
import type { ChannelAmount } from '#server/settlement/ledger/bookings.ts'
import type { Part } from '#server/settlement/payout-shares/allocation.ts'
import type { Obstacle } from './closing-obstacles.ts'

const RegistrationRow = z.object({
  channelId: z.string(),
  networkId: Id,
  name: z.string(),
  thumbnail: z.nullable(z.string()),
  isApproved: z.boolean(),
})
type Registration = z.output<typeof RegistrationRow>

interface UnallocatedChannel {
  channelId: string
  name: string | null
  thumbnail: string | null
  micros: number
}

/**
 * Money of channels that nobody gets although somebody could: they wait for a review or a verification, or are not
 * registered. A channel that began to earn later is none.
 */
export async function findUnallocatedObstacles(
  db: Pick<Queryable, 'query'>,
  amounts: readonly ChannelAmount[],
  parts: ReadonlyMap<string, readonly Part[]>,
): Promise<Obstacle[]> {
  const sums = new Map<string, number>()
  for (const { channelId, micros } of amounts)
    if (channelId !== '' && parts.get(channelId)?.some(({ networkId }) => networkId === null))
      sums.set(channelId, (sums.get(channelId) ?? 0) + micros)
  const registrations = await selectRegistrations(db, [...sums.keys()])
  const unregistered: UnallocatedChannel[] = []
  const held = new Map<number, UnallocatedChannel[]>()
  for (const [channelId, micros] of sums) {
    if (micros === 0) continue
    const own = registrations.get(channelId)
    if (!own) unregistered.push({ channelId, name: null, thumbnail: null, micros })
    else if (!own.some(({ isApproved }) => isApproved))
      for (const { networkId, name, thumbnail } of own)
        held.set(networkId, [...(held.get(networkId) ?? []), { channelId, name, thumbnail, micros }])
  }
  return [
    ...[...held]
      .sort(([a], [b]) => a - b)
      .map(([networkId, own]): Obstacle => {
        return { code: 'held', canBeExplained: true, networkIds: [networkId], ...limit(own) }
      }),
    ...(unregistered.length > 0
      ? [{ code: 'unregistered' as const, canBeExplained: true, networkIds: [], ...limit(unregistered) }]
      : []),
  ]
}

async function selectRegistrations(
  db: Pick<Queryable, 'query'>,
  channelIds: readonly string[],
): Promise<Map<string, Registration[]>> {
  const rows = await db.query(
    RegistrationRow,
    sql`select channel_id as "channelId",
      network_id as "networkId",
      name,
      thumbnail,
      ${hasState('approved')} as "isApproved"
    from channels c
    where channel_id = any(${channelIds}::text[])
      and removed_at is null
    order by registration_id`,
  )
  return Map.groupBy(rows, ({ channelId }) => channelId)
}

const limit = (channels: readonly UnallocatedChannel[]) => ({
  channels: channels
    .toSorted((a, b) => Math.abs(b.micros) - Math.abs(a.micros) || (a.channelId < b.channelId ? -1 : 1))
    .slice(0, maxUnallocatedChannels),
  count: channels.length,
  micros: channels.reduce((sum, { micros }) => sum + micros, 0),
})
