import { atom, onMount, type ReadableAtom } from 'nanostores'

interface PartState<T> {
  readonly value: T | null
  /** It could not be had while somebody looked; whoever needs it throws this. */
  readonly error: unknown
}

/** A part of the program that comes on demand. */
export interface Part<T> {
  readonly $state: ReadableAtom<PartState<T>>
  /** Begins to load it, unless that has been done. Never fails: `$state` says so. */
  readonly load: () => Promise<void>
}

/**
 * In place of React's `lazy`: it can be loaded ahead, and once it is there it is shown in the same render. React would
 * first show what stands in for it, and that for 300 ms at least.
 */
export function part<T>(fetchPart: () => Promise<T>): Part<T> {
  const $state = atom<PartState<T>>({ value: null, error: null })
  let loading: Promise<void> | undefined
  const fetchOnce = async () => {
    try {
      $state.set({ value: await fetchPart(), error: null })
    } catch (error) {
      $state.set({ value: null, error })
      loading = undefined
    }
  }
  const load = () => {
    loading ??= fetchOnce()
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
