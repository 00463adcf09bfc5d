import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the prerendered page and its first render in the browser, then true. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
