import { useEffect } from 'react'
import { loadSite, restoreSite } from '#lib/metadata.ts'
import { followSession } from '#lib/profile.ts'

/** What the root of every page's island does once: the site's metadata, then the session, followed for good. */
export function usePageStart({ needsSite = false }: { needsSite?: boolean } = {}): void {
  useEffect(() => {
    restoreSite()
    loadSite({ required: needsSite })
    return followSession()
  }, [needsSite])
}
