import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Log } from '#server/platform/log.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { type QuotaUse, YoutubeError } from './types.ts'

/** Daily, shared by all instances. */
export interface YoutubeQuota {
  /** Call before each request. @throws {YoutubeError} when the day's quota, or the network's share, is exhausted */
  consume(use: QuotaUse): Promise<void>
  markExhausted(): Promise<void>
}

export interface QuotaLimits {
  /** Units of a day. */
  units: number
  /** Look-ups may use at most this many of them. */
  lookUpUnits: number
}

const lookUpShare = 0.8
const networkShare = 0.1
const minNetworkUnits = 20
/** All independent creators together have as much as so many networks: more accounts make no more quota. */
const independentShares = 3

/**
 * A network's share stays below the reserve: whatever one network does while others' look-ups use all they may, a unit
 * remains for the verification of another.
 */
export function getQuotaLimits(dailyUnits: number): Record<'day' | 'network' | 'independent', QuotaLimits> {
  const day = limitLookUps(dailyUnits)
  const reserve = day.units - day.lookUpUnits
  const units = Math.max(Math.floor(dailyUnits * networkShare), Math.min(minNetworkUnits, reserve - 1), 1)
  return { day, network: limitLookUps(units), independent: limitLookUps(units * independentShares) }
}

const limitLookUps = (units: number): QuotaLimits => ({
  units,
  lookUpUnits: Math.max(Math.floor(units * lookUpShare), 1),
})

/** The quota resets at midnight Pacific by YouTube's clock; a rejection shortly after belongs to the old day. */
const clockSkewMs = 10 * 60_000

export function createYoutubeQuota(
  db: Database,
  dailyUnits: number,
  now: () => Date,
  log: Log,
): YoutubeQuota {
  const limits = getQuotaLimits(dailyUnits)
  let warnings = { day: '', texts: new Set<string>() }
  function warnOnce(day: string, message: string, networkId?: number): void {
    if (warnings.day !== day) warnings = { day, texts: new Set() }
    const text = `${message} ${networkId}`
    if (!warnings.texts.has(text)) log.warn({ day, dailyUnits, networkId }, message)
    warnings.texts.add(text)
  }
  return {
    async consume(use) {
      const day = getPacificDay(now())
      try {
        await db.transaction(async (tx) => {
          if (!(await consumeShare(tx, day, use, limits.network))) throw new YoutubeError('network_quota')
          if (!(await consumeDay(tx, day, use, limits.day))) throw new YoutubeError('quota')
          // The day's row is locked now, so that others' units are counted.
          if (await isIndependentShareExceeded(tx, day, use, limits.independent))
            throw new YoutubeError('network_quota')
        })
      } catch (error) {
        if (!(error instanceof YoutubeError)) throw error
        if (error.failure === 'network_quota')
          warnOnce(day, 'network has used its share of the YouTube API quota for today', use.networkId)
        else warnOnce(day, `YouTube API quota exhausted for today (YOUTUBE_DAILY_UNITS): ${use.purpose}`)
        throw error
      }
    },
    async markExhausted() {
      const day = getPacificDay(new Date(now().getTime() - clockSkewMs))
      await db.execute(
        sql`insert into youtube_quota (day, is_exhausted)
        values (${day}, true)
        on conflict (day) do update
        set is_exhausted = true`,
      )
      warnOnce(day, 'YouTube reported its API quota as exhausted for today')
    },
  }
}

const countLookUp = ({ purpose }: QuotaUse) => (purpose === 'look-up' ? 1 : 0)

/** The network's row first, because all networks wait for the day's. */
async function consumeShare(
  tx: Queryable,
  day: string,
  use: QuotaUse,
  { units, lookUpUnits }: QuotaLimits,
): Promise<boolean> {
  const lookUps = countLookUp(use)
  const consumed = await tx.execute(
    sql`insert into youtube_quota_shares as s (day, network_id, units, lookup_units)
    values (${day}, ${use.networkId}, 1, ${lookUps})
    on conflict (day, network_id) do update
    set units = s.units + 1,
      lookup_units = s.lookup_units + excluded.lookup_units
    where s.units < ${units}
      and s.lookup_units + excluded.lookup_units <= ${lookUpUnits}`,
  )
  return consumed > 0
}

async function consumeDay(
  tx: Queryable,
  day: string,
  use: QuotaUse,
  { units, lookUpUnits }: QuotaLimits,
): Promise<boolean> {
  const lookUps = countLookUp(use)
  const consumed = await tx.execute(
    sql`insert into youtube_quota as q (day, units, lookup_units)
    values (${day}, 1, ${lookUps})
    on conflict (day) do update
    set units = q.units + 1,
      lookup_units = q.lookup_units + excluded.lookup_units
    where q.units < ${units}
      and q.lookup_units + excluded.lookup_units <= ${lookUpUnits}
      and not q.is_exhausted`,
  )
  return consumed > 0
}

const ExceededRow = z.object({ isExceeded: z.boolean() })

/** An independent creator is a network without a manager. */
async function isIndependentShareExceeded(
  tx: Queryable,
  day: string,
  { networkId }: QuotaUse,
  { units, lookUpUnits }: QuotaLimits,
): Promise<boolean> {
  const { isExceeded } = await queryOne(
    tx,
    ExceededRow,
    sql`select coalesce(bool_or(a.id = ${networkId}), false)
      and (sum(s.units) > ${units} or sum(s.lookup_units) > ${lookUpUnits}) as "isExceeded"
    from youtube_quota_shares s
    join accounts a on a.id = s.network_id
    where s.day = ${day}
      and a.kind = 'person'`,
  )
  return isExceeded
}

const keptDays = 7

/** Safe to run on every instance. */
export const deleteExpiredShares = (db: Queryable, now: Date): Promise<number> =>
  db.execute(
    sql`delete from youtube_quota_shares
    where day < ${getPacificDay(new Date(now.getTime() - keptDays * 86_400_000))}`,
  )
