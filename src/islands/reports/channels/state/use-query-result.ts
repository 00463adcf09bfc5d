import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ApiError } from '#lib/api/call.ts'
import { isSameKey, type Query, type QueryKey, type QueryState } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'

interface QueryResult<Q extends QueryKey, T> {
  answer: QueryState<Q, T>['result']
  /** `answer` belongs to an earlier query; the new response is pending. */
  stale: boolean
  error: ApiError | null
}

/**
 * Hides responses to other queries after a failure: their figures would not match the filters. A response to the same
 * query stays, marked as stale.
 */
export function useQueryResult<Q extends QueryKey, T>(query: Query<Q, T>): QueryResult<Q, T> {
  const { key, result, error } = useStore(query.$state)
  const stale = result !== null && !isSameKey(result.key, key)
  const failed = error !== null && result !== null && !stale
  useEffect(() => {
    if (failed) notify('error', t('reports:failed.stale'))
  }, [failed])
  if (error && stale) return { answer: null, stale: false, error }
  return { answer: result, stale, error: failed ? null : error }
}
