import { useEffect, useLayoutEffect } from 'react'

/** Where the list was left, and which one it was. */
let savedPosition: { of: string; top: number } | null = null

/** Whether a view that appears now does so by Back or Forward. */
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
    // Before the router, which shows the view.
    { capture: true },
  )

/** Back and Forward lead to where the same list was left for another view. */
export function useScrollRestoration(listKey: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list appears.
  useEffect(() => {
    const restored = isHistoryNavigation && savedPosition?.of === listKey ? savedPosition : null
    // After the page has gone to the top, as it does for every view.
    if (restored) requestAnimationFrame(() => scrollTo({ top: restored.top, behavior: 'instant' }))
  }, [])
  useLayoutEffect(
    () => () => {
      savedPosition = { of: listKey, top: scrollY }
    },
    [listKey],
  )
}
