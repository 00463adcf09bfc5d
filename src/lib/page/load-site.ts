import { readMeta } from '#contract/portal/site.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { forgetSite, isSiteCached, readCachedSite } from '#lib/site/cache.ts'
import { host } from '#lib/site/host.ts'
import { $site, $siteStatus } from '#lib/site/site.ts'
import { startLoading, stopLoading } from './loading.ts'
import { notify } from './snackbars.ts'

export function restoreSite(): void {
  const cached = readCachedSite()
  if (!cached) return
  $site.set(cached)
  $siteStatus.set('ready')
}

/**
 * If `required`, a spinner covers the page until metadata is available. Shows the API's own message on refusal, unless the host
 * `mayLack` a site.
 */
export async function loadSite({
  required = false,
  mayLack = false,
}: {
  required?: boolean
  mayLack?: boolean
} = {}): Promise<void> {
  const isKnown = $site.get() !== null
  if (!isKnown) $siteStatus.set('loading')
  if (required && !isKnown) startLoading('initial')
  try {
    const { metadata } = await call(readMeta, { query: { domain: host } })
    $site.set(metadata)
    $siteStatus.set('ready')
    // The head script has already shown the cached site.
    if (!isSiteCached(metadata)) (await import('./island-site.ts')).showIslandSite(metadata)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!(mayLack && error.code === 'unknown_site')) notify('error', error.message)
    if (error.code === 'unknown_site') forgetSite()
    if (!isKnown || error.code === 'unknown_site') $siteStatus.set('failed')
  } finally {
    stopLoading('initial')
  }
}
