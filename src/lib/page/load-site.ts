import { readMeta } from '#contract/site.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { cacheSite, clearCachedSite, readCachedSite } from '#lib/site/cache.ts'
import { applySecondaryChartColor } from '#lib/site/chart-color.ts'
import { host } from '#lib/site/host.ts'
import { $site, $siteStatus } from '#lib/site/site.ts'
import { applyTheme } from '#lib/site/theme.ts'
import { redirectToPreferredLanguage } from './before-paint.ts'
import { startLoading, stopLoading } from './loading.ts'
import { notify } from './snackbars.ts'

/** Shows what was kept from the last visit, if anything. */
export function restoreSite(): void {
  const cached = readCachedSite()
  if (!cached) return
  $site.set(cached)
  $siteStatus.set('ready')
  applySecondaryChartColor()
}

/**
 * Asks the API what this site looks like and shows it. With `required` a spinner covers the page until something is
 * known. An unsuccessful reply is shown in the server's words.
 */
export async function loadSite({ required = false }: { required?: boolean } = {}): Promise<void> {
  const isKnown = $site.get() !== null
  if (!isKnown) $siteStatus.set('loading')
  if (required && !isKnown) startLoading('initial')
  try {
    const { metadata } = await call(readMeta, { query: { domain: host } })
    cacheSite(metadata)
    $site.set(metadata)
    $siteStatus.set('ready')
    applyTheme(metadata)
    applySecondaryChartColor()
    redirectToPreferredLanguage(metadata)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
    if (error.code === 'unknown_site') clearCachedSite()
    if (!isKnown || error.code === 'unknown_site') $siteStatus.set('failed')
  } finally {
    stopLoading('initial')
  }
}
