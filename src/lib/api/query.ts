import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { Endpoint, EndpointOutput, EndpointQuery } from '#contract/platform/endpoint.ts'
import { ApiError, call, getCachedOutput, isAccessRevoked } from './call.ts'

/** `caller` identifies user and site: results are never shared between callers. */
export interface QueryKey {
  readonly caller: string
}

interface QueryResult<K extends QueryKey, T> {
  readonly key: K
  readonly data: T
}

export interface QueryState<K extends QueryKey, T> {
  readonly key: K | null
  /** Stale-while-revalidate: the last data for this key, or for an earlier key of the same caller until it arrives. */
  readonly result: QueryResult<K, T> | null
  readonly error: ApiError | null
  readonly isLoading: boolean
}

export interface Query<K extends QueryKey, T> {
  readonly $state: ReadableAtom<QueryState<K, T>>
  readonly reload: () => void
}

export interface QuerySource<K extends QueryKey, T> {
  readonly load: (key: K, options: { signal: AbortSignal; fresh: boolean }) => Promise<T>
  readonly getCached?: (key: K) => T | undefined
  readonly onError?: (error: ApiError) => void
}

export const isSameKey = (a: QueryKey | null, b: QueryKey | null) => JSON.stringify(a) === JSON.stringify(b)

/** Reads whenever the key changes while the store has listeners. */
export function createQuery<K extends QueryKey, E extends Endpoint>(
  $key: ReadableAtom<K | null>,
  endpoint: E,
  toQuery: (key: K) => EndpointQuery<E>,
  { onError }: Pick<QuerySource<K, EndpointOutput<E>>, 'onError'> = {},
): Query<K, EndpointOutput<E>> {
  return createQueryFrom($key, {
    load: (key, options) => call(endpoint, { query: toQuery(key), ...options }),
    getCached: (key) => getCachedOutput(endpoint, toQuery(key)),
    ...(onError && { onError }),
  })
}

/** `createQuery` for any source. Only the latest read changes the state. */
export function createQueryFrom<K extends QueryKey, T>(
  $key: ReadableAtom<K | null>,
  { load, getCached, onError }: QuerySource<K, T>,
): Query<K, T> {
  const $state = atom<QueryState<K, T>>({ key: null, result: null, error: null, isLoading: false })
  let activeController: AbortController | undefined

  /** Keeps the identity of unchanged data to avoid rerenders. */
  function toResult(key: K, data: T): QueryResult<K, T> {
    const { result } = $state.get()
    return result?.data === data && isSameKey(result.key, key) ? result : { key, data }
  }

  function findResult(key: K): QueryResult<K, T> | null {
    const cached = getCached?.(key)
    if (cached !== undefined) return toResult(key, cached)
    const { result } = $state.get()
    return result?.key.caller === key.caller ? result : null
  }

  async function run(key: K | null, fresh = false): Promise<void> {
    activeController?.abort()
    const controller = new AbortController()
    activeController = controller
    if (key === null) return $state.set({ key, result: null, error: null, isLoading: false })
    const result = findResult(key)
    $state.set({ key, result, error: null, isLoading: true })
    try {
      const data = await load(key, { signal: controller.signal, fresh })
      if (activeController !== controller) return
      $state.set({ key, result: toResult(key, data), error: null, isLoading: false })
    } catch (cause) {
      if (activeController !== controller) return
      const error = cause instanceof ApiError ? cause : new ApiError('internal')
      $state.set({ key, result: isAccessRevoked(error) ? null : result, error, isLoading: false })
      if (error !== cause) throw cause
      // The screen for the second factor replaces this one.
      if (error.code !== 'second_factor_required') onError?.(error)
    }
  }

  onMount($state, () => {
    const unlisten = $key.subscribe((key) => {
      if (!activeController || !isSameKey($state.get().key, key)) void run(key)
    })
    return () => {
      unlisten()
      activeController?.abort()
      activeController = undefined
    }
  })

  return { $state, reload: () => void run($key.get(), true) }
}
