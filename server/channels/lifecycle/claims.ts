import * as z from 'zod/mini'
import type { FieldCode } from '#contract/platform/errors.ts'
import { lockRegistrations, type Registration } from '#server/channels/registrations/registration-record.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { closeRegistration } from './closing.ts'

// Each live registration claims its channel. The first verified one excludes all others.

const Claim = z.object({ isOwn: z.boolean() })

/** @returns why the network cannot register the channel, without a word about who holds it */
export async function findConflict(
  db: Queryable,
  networkId: number,
  channelId: string,
): Promise<Extract<FieldCode, 'channel_taken' | 'channel_claimed'> | null> {
  const claims = await db.query(
    Claim,
    sql`select network_id = ${networkId} as "isOwn"
    from channels
    where channel_id = ${channelId}
      and removed_at is null
      and (network_id = ${networkId} or verification_status = 'verified')`,
  )
  if (claims.some(({ isOwn }) => isOwn)) return 'channel_taken'
  return claims.length > 0 ? 'channel_claimed' : null
}

/**
 * Serializes registrations and successful verifications of one channel until the transaction ends: a row lock cannot,
 * because it does not cover a registration that is not committed yet. Lock order: before the channel's registrations.
 */
export const lockClaims = (tx: Queryable, channelId: string): Promise<number> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`claims ${channelId}`}, 0))`)

const ChannelIdRow = z.object({ channelId: z.string() })

/** Locks all live registrations of the registration's channel. @returns them */
export async function lockCompetitors(tx: Queryable, id: number): Promise<Registration[]> {
  const [registration] = await tx.query(
    ChannelIdRow,
    sql`select channel_id as "channelId" from channels where registration_id = ${id} and removed_at is null`,
  )
  if (!registration) return []
  await lockClaims(tx, registration.channelId)
  return lockRegistrations(tx, sql`channel_id = ${registration.channelId}`)
}

export async function closeCompetitors(
  tx: Queryable,
  competitors: readonly Registration[],
  now: Date,
): Promise<void> {
  for (const registration of competitors)
    await closeRegistration(
      tx,
      { kind: 'background', networkId: registration.networkId },
      { registration, reason: 'claimed', action: 'closeChannel' },
      now,
    )
}
