import { atom, onMount, type ReadableAtom } from 'nanostores'

interface LazyComponentState<T> {
  readonly value: T | null
  /** It could not be had while somebody looked; whoever needs it throws this. */
  readonly error: unknown
}

/** A part of the program that comes on demand. */
export interface LazyComponent<T> {
  readonly $state: ReadableAtom<LazyComponentState<T>>
  /** Begins to load it, unless that has been done. Never fails: `$state` says so. */
  readonly load: () => Promise<void>
}

/**
 * In place of React's `lazy`: it can be loaded ahead, and once it is there it is shown in the same render. React would
 * first show what stands in for it, and that for 300 ms at least.
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
  // What could not be loaded ahead, or for somebody who has gone, is tried anew by who comes to need it.
  onMount($state, () => {
    if ($state.get().error === null) return
    $state.set({ value: null, error: null })
    void load()
  })
  return { $state, load }
}
