import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => {}

/** False during prerendering and hydration. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
