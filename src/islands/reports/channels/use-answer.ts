import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ApiError } from '#lib/api.ts'
import { type Query, type QueryState, type Question, sameQuestion } from '#lib/query.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'

interface ShownAnswer<Q extends Question, T> {
  answer: QueryState<Q, T>['answer']
  /** `answer` is to an earlier question; the new one is on its way. */
  stale: boolean
  /** Why there is no answer to show. */
  error: ApiError | null
}

/**
 * What to show of a query. After a failure an answer to another question is not shown: its figures would stand beside
 * wrong choices. One to the same question is, and the reader is told.
 */
export function useAnswer<Q extends Question, T>(asked: Query<Q, T>): ShownAnswer<Q, T> {
  const { question, answer, error } = useStore(asked.$state)
  const stale = answer !== null && !sameQuestion(answer.question, question)
  const failed = error !== null && answer !== null && !stale
  useEffect(() => {
    if (failed) notify('error', t('reports:failed.stale'))
  }, [failed])
  if (error && stale) return { answer: null, stale: false, error }
  return { answer, stale, error: failed ? null : error }
}
