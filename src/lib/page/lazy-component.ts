import { atom, onMount, type ReadableAtom } from 'nanostores'

interface LazyComponentState<T> {
  readonly value: T | null
  readonly error: unknown
}

export interface LazyComponent<T> {
  readonly $state: ReadableAtom<LazyComponentState<T>>
  /** Idempotent. Never rejects: failures are in `$state`. */
  readonly load: () => Promise<void>
}

/**
 * Replaces React's `lazy`: it can be preloaded, and then renders at once, while a `Suspense` fallback stays for at
 * least 300 ms.
 */
export function lazyComponent<T>(importComponent: () => Promise<T>): LazyComponent<T> {
  const $state = atom<LazyComponentState<T>>({ value: null, error: null })
  let loading: Promise<void> | undefined
  const runImport = async () => {
    try {
      $state.set({ value: await importComponent(), error: null })
    } catch (error) {
      $state.set({ value: null, error })
      loading = undefined
    }
  }
  const load = () => {
    loading ??= runImport()
    return loading
  }
  onMount($state, () => {
    if ($state.get().error === null) return
    $state.set({ value: null, error: null })
    void load()
  })
  return { $state, load }
}
