import * as z from 'zod/mini'
import { addDays } from '#contract/reports/calendar.ts'
import { type LatestDay, maxReasons, shownDays, usualWeeks } from '#contract/reports/latest-day.ts'
import type { MoverKind } from '#contract/reports/movers.ts'
import { type Figures, getProfit } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { integer, sql } from '#server/platform/db/sql.ts'
import { listCompleteDays } from '#server/reports/completeness/completeness.ts'
import { selectDays } from '#server/reports/figures/days.ts'
import { findUpToDateList } from '#server/reports/figures/list-snapshot.ts'
import { getLastDays } from '#server/reports/figures/periods.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { sumVisibleFigures } from '#server/reports/figures/visibility.ts'
import { listLargestMovers } from './movers.ts'
import { computeUsualRange, listSameWeekdays } from './usual-range.ts'

type Report = NonNullable<LatestDay['report']>

/** Reasons are videos where there are few channels, and channels where there are more. */
const maxChannelsByVideo = 20

/**
 * Compares the latest complete day with its weekday. All days are converted to the network's present currency, so that none is
 * compared with an amount in another one.
 */
export async function getLatestDay(db: Queryable, scope: Scope): Promise<LatestDay> {
  const { currency, revision, latestDay } = scope
  if (latestDay === null || scope.channelIds?.length === 0) return { currency, revision, report: null }
  const figures = await selectCompleteDays(db, scope, latestDay)
  const findDay = (day: string) => {
    const found = figures.get(day)
    return found ? { day, ...pickFigures(found) } : null
  }
  const latest = findDay(latestDay)
  if (!latest) throw new Error(`The latest complete day, ${latestDay}, is not complete.`)
  const weekBefore = findDay(addDays(latestDay, -7))
  const profits = new Map([...figures].map(([day, one]) => [day, getProfit(one)]))
  return {
    currency,
    revision,
    report: {
      latest,
      weekBefore,
      ...describeDays(profits, latestDay),
      reasons: weekBefore && (await findReasons(db, scope, latest, weekBefore)),
    },
  }
}

const pickFigures = ({ views, grossProfit, netProfit }: Figures) => ({ views, grossProfit, netProfit })

/**
 * The complete days that are shown or compared, without gaps: a day without figures has 0. Days before the first one with
 * figures do not count, because the channels had not begun.
 */
async function selectCompleteDays(
  db: Queryable,
  scope: Scope,
  latestDay: string,
): Promise<Map<string, Figures>> {
  const range = getLastDays(shownDays + 7 * usualWeeks, latestDay)
  const byDay = new Map((await selectDays(db, scope, range)).map((one) => [one.day, one]))
  const days = [...listCompleteDays(scope, range)].map((day): [string, Figures] => {
    const found = byDay.get(day)
    return [day, sumVisibleFigures(scope, found ? [found] : [])]
  })
  return new Map(days.slice(days.findIndex(([, figures]) => hasFigures(figures))))
}

const hasFigures = (figures: Figures) => figures.views !== 0 || getProfit(figures) !== 0

function describeDays(
  profits: ReadonlyMap<string, number>,
  latestDay: string,
): Pick<Report, 'days' | 'unusual'> {
  const days = Array.from({ length: shownDays }, (_, at) => {
    const day = addDays(latestDay, at + 1 - shownDays)
    return {
      day,
      profit: profits.get(day) ?? null,
      usual: computeUsualRange(listSameWeekdays(profits, day)),
    }
  })
  return { days, unusual: findUnusual(days.at(-1), listSameWeekdays(profits, latestDay)) }
}

function findUnusual(
  latest: Report['days'][number] | undefined,
  before: readonly number[],
): Report['unusual'] {
  if (!latest?.usual || latest.profit === null) return null
  const { profit, usual } = latest
  if (profit >= usual.low && profit <= usual.high) return null
  const isAbove = profit > usual.high
  return {
    direction: isAbove ? 'above' : 'below',
    sameWeekdays: before.length + 1,
    isExtreme: before.every((one) => (isAbove ? one < profit : one > profit)),
  }
}

type DayFigures = Report['latest']

async function findReasons(
  db: Queryable,
  scope: Scope,
  latest: DayFigures,
  weekBefore: DayFigures,
): Promise<Report['reasons']> {
  const channelIds = await findFewChannels(db, scope)
  const by: MoverKind = channelIds === null ? 'channel' : 'video'
  const toRange = ({ day }: DayFigures) => ({ from: day, to: day })
  const range = toRange(latest)
  const largest = await listLargestMovers(db, channelIds === null ? scope : { ...scope, channelIds }, by, {
    range,
    previousRange: toRange(weekBefore),
    listed: findUpToDateList(scope, 'latest', range),
  })
  return { by, movers: largest.slice(0, maxReasons) }
}

const ChannelIdRow = z.object({ channelId: z.string() })

/** Null: there are too many channels to look at their videos. */
async function findFewChannels(db: Queryable, { networkId, channelIds }: Scope): Promise<string[] | null> {
  const found =
    channelIds ??
    (
      await db.query(
        ChannelIdRow,
        sql`select channel_id as "channelId"
        from earning_channels
        where network_id = ${networkId}
        limit ${integer(maxChannelsByVideo + 1)}`,
        { plan: 'generic' },
      )
    ).map(({ channelId }) => channelId)
  return found.length > maxChannelsByVideo ? null : found
}
