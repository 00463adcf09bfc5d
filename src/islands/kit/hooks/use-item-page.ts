import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { useEffect, useRef } from 'react'
import { setPageTitle } from '#lib/site/page-title.ts'
import { $site } from '#lib/site/site.ts'

/** Replaces the title of the view once the name of the item has loaded. */
export function usePageTitle(name: string | null): void {
  const site = useStore($site)
  useEffect(() => {
    if (name) setPageTitle(name, site)
  }, [name, site])
}

/** Focuses the heading as a page load would: moving between items keeps the same view mounted. */
export function useFocusOnNavigation<Id extends string | number | null>($id: ReadableAtom<Id>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useStore($id)
  const previousId = useRef(id)
  useEffect(() => {
    if (previousId.current === id) return
    previousId.current = id
    scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [id])
  return heading
}
