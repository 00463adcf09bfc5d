import { useEffect, useLayoutEffect } from 'react'

/** The scroll position in pixels, and its list. */
let savedPosition: { of: string; top: number } | null = null

let isHistoryNavigation = false

if (typeof window !== 'undefined')
  addEventListener(
    'popstate',
    () => {
      isHistoryNavigation = true
      setTimeout(() => {
        isHistoryNavigation = false
      })
    },
    // Runs before the router, which shows the view.
    { capture: true },
  )

export function useScrollRestoration(listKey: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list appears.
  useEffect(() => {
    const restored = isHistoryNavigation && savedPosition?.of === listKey ? savedPosition : null
    // Runs after the scroll to the top on every navigation.
    if (restored) requestAnimationFrame(() => scrollTo({ top: restored.top, behavior: 'instant' }))
  }, [])
  useLayoutEffect(
    () => () => {
      savedPosition = { of: listKey, top: scrollY }
    },
    [listKey],
  )
}
