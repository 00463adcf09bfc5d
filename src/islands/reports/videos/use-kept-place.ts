import { useEffect, useLayoutEffect } from 'react'

/** Where the list was left, and which one it was. */
let left: { of: string; top: number } | null = null

/** Whether a view that appears now does so by Back or Forward. */
let travelling = false

if (typeof window !== 'undefined')
  addEventListener(
    'popstate',
    () => {
      travelling = true
      setTimeout(() => {
        travelling = false
      })
    },
    // Before the router, which shows the view.
    { capture: true },
  )

/** Back and Forward lead to where the same list was left for another view. */
export function useKeptPlace(of: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list appears.
  useEffect(() => {
    const back = travelling && left?.of === of ? left : null
    // After the page has gone to the top, as it does for every view.
    if (back) requestAnimationFrame(() => scrollTo({ top: back.top, behavior: 'instant' }))
  }, [])
  useLayoutEffect(
    () => () => {
      left = { of, top: scrollY }
    },
    [of],
  )
}
