import { atom, onMount, type ReadableAtom } from 'nanostores'

interface LazyComponentState<T> {
  readonly value: T | null
  /** Why it could not be loaded. */
  readonly error: unknown
}

/** A component that is imported on demand. */
export interface LazyComponent<T> {
  readonly $state: ReadableAtom<LazyComponentState<T>>
  /** Starts to load it, once. Never rejects: a failure is in `$state`. */
  readonly load: () => Promise<void>
}

/**
 * Replaces React's `lazy`: it can be preloaded, and once loaded it renders immediately, while a fallback of React's
 * `Suspense` stays for at least 300 ms.
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
  // Retries after a failed preload when the component is first rendered.
  onMount($state, () => {
    if ($state.get().error === null) return
    $state.set({ value: null, error: null })
    void load()
  })
  return { $state, load }
}
