import { computed, type ReadableAtom } from 'nanostores'
import { type LatestDay, readLatestDay } from '#contract/reports/latest-day.ts'
import { pickListScope } from '#islands/reports/state/filter.ts'
import { $networkKey, type ScopeKey } from '#islands/reports/state/scope-key.ts'
import { createQuery, type Query, type QueryKey } from '#lib/api/query.ts'

interface LatestDayKey extends QueryKey {
  member: number | undefined
  tag: number | undefined
  channel: string | undefined
}

export type LatestDayQuery = Query<LatestDayKey, LatestDay>

/** It is the same in all periods. */
export function createLatestDayQuery($key: ReadableAtom<ScopeKey | null>): LatestDayQuery {
  const $latestKey = computed(
    $key,
    (key): LatestDayKey | null => key && { caller: key.caller, ...pickListScope(key), channel: key.channel },
  )
  return createQuery($latestKey, readLatestDay, ({ caller: _, ...query }) => query)
}

export const networkLatestDay = createLatestDayQuery($networkKey)
