import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ApiError } from '#lib/api/call.ts'
import { isSameKey, type Query, type QueryKey, type QueryState } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'

interface QueryResult<Q extends QueryKey, T> {
  answer: QueryState<Q, T>['result']
  /** `answer` is to an earlier question; the new one is on its way. */
  stale: boolean
  /** Why there is no answer to show. */
  error: ApiError | null
}

/**
 * What to show of a query. After a failure an answer to another question is not shown: its figures would stand beside
 * wrong choices. One to the same question is, and the reader is told.
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
