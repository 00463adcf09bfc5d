import { useEffect } from 'react'
import { loadSite, restoreSite } from '#lib/page/load-site.ts'
import { watchSession } from '#lib/page/profile.ts'

/** What the root of every page's island does once: the site's metadata, then the session, followed for good. */
export function usePageSetup({ needsSite = false }: { needsSite?: boolean } = {}): void {
  useEffect(() => {
    restoreSite()
    loadSite({ required: needsSite })
    return watchSession()
  }, [needsSite])
}
