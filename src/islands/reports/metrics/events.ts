import type { ReadableAtom } from 'nanostores'
import {
  type ReportEvent,
  type ReportEventKind,
  type ReportEvents,
  readReportEvents,
} from '#contract/reports/report-events.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { ChartMark } from '#islands/kit/charts/series.ts'
import { type Grain, getBucketRange } from '#islands/reports/state/grain.ts'
import { $networkKey, type ScopeKey } from '#islands/reports/state/scope-key.ts'
import { createQuery, type Query } from '#lib/api/query.ts'
import { formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export type EventsQuery = Query<ScopeKey, ReportEvents>

export const createEventsQuery = ($key: ReadableAtom<ScopeKey | null>): EventsQuery =>
  createQuery($key, readReportEvents, ({ caller: _, ...query }) => query)

export const networkEvents = createEventsQuery($networkKey)

/** The limit applies to each kind: more marks would hide the line. */
export const maxPlotted = 8

/** Creates one mark per kind and day, week or month. The line shows those with the most events, newest first. */
export function createMarks(
  all: readonly ReportEvent[],
  range: DayRange,
  grain: Grain,
  isOwn: boolean,
): ChartMark[] {
  const groups = Map.groupBy(
    all.filter(({ day }) => day >= range.from && day <= range.to),
    ({ day, kind }) => `${kind} ${getBucketRange(day, grain, range).from}`,
  )
  const marks = [...groups.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const count = some.reduce((sum, event) => sum + event.count, 0)
    const day = getBucketRange(first.day, grain, range).from
    return [{ day, kind: first.kind, count, text: describe(first.kind, some, count, isOwn) }]
  })
  const ranks = Map.groupBy(marks, ({ kind }) => kind)
  return marks.map(({ count, ...mark }) => {
    const before = (ranks.get(mark.kind) ?? []).filter(
      (other) => other.count > count || (other.count === count && other.day > mark.day),
    )
    return { ...mark, isPlotted: before.length < maxPlotted }
  })
}

/** Lists as many names as fit, and counts the rest. */
function describe(
  kind: ReportEventKind,
  some: readonly ReportEvent[],
  count: number,
  isOwn: boolean,
): string {
  const names = some.flatMap((event) => describeNames(event, isOwn)).slice(0, maxNames)
  const list = names.join(t('reports:incomplete.separator'))
  const rest = count - names.length
  const text = rest > 0 ? t('reports:events.more', { names: list, count: rest }) : list
  return t('reports:events.of', { event: t(`reports:events.${kind}`), names: text })
}

const maxNames = 3

/** A person’s own fee needs no name. */
function describeNames({ names, permille }: ReportEvent, isOwn: boolean): string[] {
  if (permille === null) return names
  const rate = formatPercent(permille / 1000, locale())
  return isOwn ? [rate] : names.map((name) => `${name} ${rate}`)
}
