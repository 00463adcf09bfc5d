import { useStore } from '@nanostores/react'
import type { VideoTotals } from '#contract/reports/videos.ts'
import { isSameKey, type Query, type QueryKey } from '#lib/api/query.ts'

/**
 * Returns the totals of the list with its current filter; null until they load, or if they cannot: the list works
 * without them.
 */
export function useVideoTotals<Q extends QueryKey>(totals: Query<Q, VideoTotals>): VideoTotals | null {
  const { key, result } = useStore(totals.$state)
  return result && isSameKey(result.key, key) ? result.data : null
}
