import { atom, onMount, type ReadableAtom } from 'nanostores'
import { ApiError } from './call.ts'

/** What is asked. `scope` says for whom and where: an answer never outlives it. */
export interface QueryKey {
  readonly scope: string
}

interface QueryResult<Q extends QueryKey, T> {
  readonly key: Q
  readonly data: T
}

export interface QueryState<Q extends QueryKey, T> {
  /** What the address asks for now; null while it cannot be asked yet. */
  readonly key: Q | null
  /**
   * The last good answer to this question, else maybe to an earlier one: that is shown, dimmed, until the new one is
   * there.
   */
  readonly result: QueryResult<Q, T> | null
  readonly error: ApiError | null
  readonly isLoading: boolean
}

export interface Query<Q extends QueryKey, T> {
  readonly $state: ReadableAtom<QueryState<Q, T>>
  /** Asks the same question again. */
  readonly reload: () => void
}

export const isSameKey = (a: QueryKey | null, b: QueryKey | null) => JSON.stringify(a) === JSON.stringify(b)

/** Answers that are at hand when somebody goes back and forth. */
const maxCachedResults = 12

/** Good answers by question, all of one scope. */
function createResultCache<Q extends QueryKey, T>() {
  const cache = new Map<string, QueryResult<Q, T>>()
  let scope: string | undefined
  return {
    find(question: Q | null): QueryResult<Q, T> | undefined {
      if (question?.scope !== scope) cache.clear()
      scope = question?.scope
      return cache.get(JSON.stringify(question))
    },
    keep(answer: QueryResult<Q, T>): void {
      const key = JSON.stringify(answer.key)
      cache.delete(key)
      cache.set(key, answer)
      for (const oldest of cache.keys()) if (cache.size > maxCachedResults) cache.delete(oldest)
    },
    drop(question: Q): void {
      cache.delete(JSON.stringify(question))
    },
  }
}

/** Not for this person, or no longer there: then an answer from before is not to be shown either. */
const isAccessRevoked = (error: unknown) =>
  error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found')

const isDeepEqual = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * Asks whenever the question changes, as long as somebody looks. Only the newest question may answer. A question that
 * was answered before has that answer at once, and is asked all the same.
 */
export function createQuery<Q extends QueryKey, T>(
  $key: ReadableAtom<Q | null>,
  load: (question: Q, signal: AbortSignal) => Promise<T>,
): Query<Q, T> {
  const $state = atom<QueryState<Q, T>>({ key: null, result: null, error: null, isLoading: false })
  const cache = createResultCache<Q, T>()
  let activeController: AbortController | undefined

  async function run(question: Q | null): Promise<void> {
    activeController?.abort()
    const controller = new AbortController()
    activeController = controller
    const previous = $state.get().result
    const cached = cache.find(question)
    const answer = cached ?? (previous?.key.scope === question?.scope ? previous : null)
    $state.set({ key: question, result: answer, error: null, isLoading: question !== null })
    if (question === null) return
    try {
      const data = await load(question, controller.signal)
      if (activeController !== controller) return
      // The same again is not shown anew.
      const latest = cached && isDeepEqual(cached.data, data) ? cached : { key: question, data }
      cache.keep(latest)
      $state.set({ key: question, result: latest, error: null, isLoading: false })
    } catch (error) {
      if (activeController !== controller) return
      const isApiError = error instanceof ApiError
      const isRevoked = isAccessRevoked(error)
      if (isRevoked) cache.drop(question)
      $state.set({
        key: question,
        result: isRevoked ? null : answer,
        error: isApiError ? error : new ApiError('internal'),
        isLoading: false,
      })
      if (!isApiError) throw error
    }
  }

  onMount($state, () => {
    const unlisten = $key.subscribe((question) => {
      // Other parts of the address change too.
      if (!activeController || !isSameKey($state.get().key, question)) void run(question)
    })
    return () => {
      unlisten()
      activeController?.abort()
      activeController = undefined
    }
  })

  return { $state, reload: () => void run($key.get()) }
}
