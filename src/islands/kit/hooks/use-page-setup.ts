import { useEffect } from 'react'
import { loadSite, restoreSite } from '#lib/page/load-site.ts'
import { watchSession } from '#lib/page/profile.ts'

export function usePageSetup({ needsSite = false }: { needsSite?: boolean } = {}): void {
  useEffect(() => {
    restoreSite()
    loadSite({ required: needsSite })
    return watchSession()
  }, [needsSite])
}
