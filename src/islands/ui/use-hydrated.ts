import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => {}

/** False in the prerendered page and its first render in the browser, then true. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
