import * as z from 'zod/mini'
import {
  maxSimilarTracks,
  minSimilarChannels,
  minSimilarHolders,
  type SimilarTracks,
} from '#contract/reports/similar-tracks.ts'
import { Music } from '#contract/reports/tracks.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Integer, queryOne } from '#server/platform/db/rows.ts'
import { integer, type Sql, sql } from '#server/platform/db/sql.ts'
import { andInScope, type Scope } from '#server/reports/figures/scope.ts'
import { selectComparedDay } from '#server/reports/lists/track-channels.ts'
import { findIsrc } from './track-report.ts'

/**
 * Compares what a track earns the caller with what others of the same mood earn other channels of the site. Nobody learns
 * what fewer than five channels, or fewer than three people, earn (decision 0078). Figures are those of the last snapshot.
 * @throws {Refusal} `not_found` for an unknown or withdrawn track
 */
export async function getSimilarTracks(db: Queryable, scope: Scope, music: number): Promise<SimilarTracks> {
  const { currency, revision } = scope
  const isrc = await findIsrc(db, music)
  const until = await selectComparedDay(db)
  const own = until === null ? null : await selectOwn(db, scope, isrc)
  if (until === null || own === null) return { currency, revision, comparison: null }
  const candidates = await selectCandidates(db, scope, { music, isrc, sizeClass: own.sizeClass, until })
  const tracks = preferOutside(candidates)
    .map(({ values, isInside: _, ...track }) => ({
      ...track,
      perThousand: roundToTwoDigits(computeMedian(values)),
    }))
    .filter(({ perThousand }) => perThousand > own.perThousand)
    // By the rounded values: an order by the exact ones would tell more.
    .sort((a, b) => b.perThousand - a.perThousand || a.id - b.id)
    .slice(0, maxSimilarTracks)
  return { currency, revision, comparison: { until, own: own.perThousand, tracks } }
}

const OwnRow = z.object({ perThousand: z.nullable(Integer), sizeClass: z.nullable(Integer) })

/** The rows of the scope's channels, of all tracks. */
const ownRows = (scope: Scope): Sql =>
  sql`select t.*
      from track_channels t
      where t.network_id = ${scope.networkId}
        and t.currency = ${scope.currency}
        ${andInScope(sql`t.channel_id`, scope)}`

/** The size class is that of the middle one of the channels. */
async function selectOwn(
  db: Queryable,
  scope: Scope,
  isrc: string,
): Promise<{ perThousand: number; sizeClass: number } | null> {
  const { perThousand, sizeClass } = await queryOne(
    db,
    OwnRow,
    sql`with mine as materialized (
      ${ownRows(scope)}
    )
    select (
        select ${perThousandViews(sql`sum(profit)`, sql`sum(views)`, feePermille(scope, sql`current_day.until`))}
        from mine
        where isrc = ${isrc}
      ) as "perThousand",
      (
        select percentile_disc(0.5) within group (order by size_class)
        from (select distinct channel_id, size_class from mine) channels
      ) as "sizeClass"
    from (select tracks_compared_until as until from report_state) current_day`,
  )
  return perThousand === null || sizeClass === null ? null : { perThousand, sizeClass }
}

/** Of gross sums; a member sees both the own and the others' after the own fee. */
const perThousandViews = (profit: Sql, views: Sql, permille: Sql): Sql =>
  sql`net_of_fee(round(${profit}::numeric * 1000 / ${views})::bigint, ${permille})`

const feePermille = ({ netOnly, feeAccountId }: Scope, day: Sql): Sql =>
  netOnly
    ? sql`coalesce((
          select f.permille
          from fee_periods f
          where f.account_id = ${feeAccountId}::integer
            and f.from_day <= ${day}
            and f.until_day > ${day}
        ), 0)::integer`
    : sql`0`

const CandidateRow = z.object({
  id: Id,
  isrc: z.string(),
  name: z.string(),
  artist: z.string(),
  cover: Music.shape.cover,
  isInside: z.boolean(),
  values: z.array(Integer),
})
type CandidateRow = z.output<typeof CandidateRow>

interface Comparison {
  music: number
  isrc: string
  sizeClass: number
  until: string
}

/**
 * Channels of other networks, which are the same ones for everybody in a network, and for a member those of colleagues. They
 * are never mixed: the manager, who knows the colleagues' figures, could tell from a common median what the others earn.
 */
const isOther = ({ netOnly, networkId, feeAccountId, channelIds }: Scope): Sql =>
  netOnly && feeAccountId !== networkId
    ? sql`(
        t.network_id <> ${networkId}
        or (t.channel_id <> all(${channelIds ?? []}::text[]) and t.holder_id is distinct from ${feeAccountId}::integer)
      )`
    : sql`t.network_id <> ${networkId}`

const selectCandidates = (
  db: Queryable,
  scope: Scope,
  { music, isrc, sizeClass, until }: Comparison,
): Promise<CandidateRow[]> =>
  db.query(
    CandidateRow,
    sql`with candidates as materialized (
      select m.id, m.isrc, m.name, m.artist, m.cover
      from tracks m
      where m.withdrawn_at is null
        and m.isrc <> ${isrc}
        and m.id in (
          select other.track_id
          from track_moods mine
          join track_moods other on other.mood_id = mine.mood_id
          where mine.track_id = ${music})
    ), fee as materialized (
      select ${feePermille(scope, sql`${until}::date`)} as permille
    ), others as materialized (
      select t.isrc,
        t.holder_id,
        t.network_id = ${scope.networkId} as is_inside,
        ${perThousandViews(sql`t.profit`, sql`t.views`, sql`fee.permille`)} as value
      from track_channels t
      cross join fee
      where t.isrc in (select isrc from candidates)
        and t.site_id = (select site_id from accounts where id = ${scope.networkId})
        and t.currency = ${scope.currency}
        and t.size_class = ${sizeClass}
        and ${isOther(scope)}
    )
    select c.id,
      c.isrc,
      c.name,
      c.artist,
      c.cover,
      o.is_inside as "isInside",
      json_agg(o.value) as values
    from candidates c
    join others o on o.isrc = c.isrc
    group by c.id, c.isrc, c.name, c.artist, c.cover, o.is_inside
    having count(*) >= ${integer(minSimilarChannels)}
      and count(distinct o.holder_id) >= ${integer(minSimilarHolders)}`,
  )

/** Of a track that enough channels of both kinds use, those of other networks are shown. */
const preferOutside = (candidates: readonly CandidateRow[]): CandidateRow[] => {
  const outside = new Set(candidates.filter(({ isInside }) => !isInside).map(({ id }) => id))
  return candidates.filter(({ id, isInside }) => !isInside || !outside.has(id))
}

/** Of an even number of values, the mean of the two in the middle. */
function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (low + high) / 2
}

function roundToTwoDigits(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(value) || 1)) - 1)
  return Math.sign(value) * Math.round(Math.abs(value) / unit) * unit
}
