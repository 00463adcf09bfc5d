import * as z from 'zod/mini'
import type { ParsedQuery } from '#contract/platform/endpoint.ts'
import type { readTrackReport, TrackReport } from '#contract/reports/track-report.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listIncompleteDays } from '#server/reports/completeness/completeness.ts'
import { describeRange, findKnownRange } from '#server/reports/dashboard/dashboard.ts'
import { selectDays } from '#server/reports/figures/days.ts'
import { getComparisonRange, getRequestedRange, selectRange } from '#server/reports/figures/periods.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { sumVisibleFigures } from '#server/reports/figures/visibility.ts'
import { selectTopVideos, selectTrackCountries, selectTrackFigures } from './track-days.ts'

type TrackQuery = Omit<ParsedQuery<typeof readTrackReport>, 'member' | 'tag' | 'channel'>

/** @throws {Refusal} `not_found` for an unknown or withdrawn track */
export async function getTrackReport(
  db: Queryable,
  scope: Scope,
  { music, ...time }: TrackQuery,
): Promise<TrackReport> {
  const { currency, revision, firstDay, latestDay } = scope
  const isrc = await findIsrc(db, music)
  if (firstDay === null || latestDay === null || scope.channelIds?.length === 0)
    return { currency, revision, report: null }
  const range = getRequestedRange(time, { firstDay, latestDay })
  const previousRange = findKnownRange(scope, getComparisonRange(time, range))
  const figures = await selectTrackFigures(db, scope, isrc, { range, previousRange })
  const all = sumVisibleFigures(scope, await selectDays(db, scope, range))
  return {
    currency,
    revision,
    report: {
      ...describeRange(scope, range, selectRange(figures.days, range)),
      previous:
        previousRange && describeRange(scope, previousRange, selectRange(figures.days, previousRange)),
      bounds: { from: firstDay, to: latestDay },
      all: { grossProfit: all.grossProfit, netProfit: all.netProfit },
      incompleteDays: listIncompleteDays(scope, range),
      videoCount: figures.videoCount,
      videos: figures.videoCount === 0 ? [] : await selectTopVideos(db, scope, figures.topVideos, range),
      countries: figures.videoCount === 0 ? [] : await selectTrackCountries(db, scope, isrc, range),
    },
  }
}

const TrackRow = z.object({ isrc: z.string() })

/** @throws {Refusal} `not_found` for an unknown or withdrawn track */
export async function findIsrc(db: Queryable, trackId: number): Promise<string> {
  const [track] = await db.query(
    TrackRow,
    sql`select isrc from tracks where id = ${trackId} and withdrawn_at is null`,
  )
  if (!track) throw new Refusal('not_found')
  return track.isrc
}
