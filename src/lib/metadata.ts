import { readMeta } from '#contract/site.ts'
import { ApiError, call } from './api.ts'
import { moveToPreferred } from './before-paint.ts'
import { paintBeside } from './chart-color.ts'
import { host } from './host.ts'
import { forgetSite, keepSite, keptSite } from './kept-site.ts'
import { startLoading, stopLoading } from './loading.ts'
import { paint } from './paint.ts'
import { $site, $siteState } from './site.ts'
import { notify } from './snackbars.ts'

/** Shows what was kept from the last visit, if anything. */
export function restoreSite(): void {
  const kept = keptSite()
  if (!kept) return
  $site.set(kept)
  $siteState.set('ready')
  paintBeside()
}

/**
 * Asks the API what this site looks like and shows it. With `required` a spinner covers the page until something is
 * known. An unsuccessful reply is shown in the server's words.
 */
export async function loadSite({ required = false }: { required?: boolean } = {}): Promise<void> {
  const known = $site.get() !== null
  if (!known) $siteState.set('loading')
  if (required && !known) startLoading('initial')
  try {
    const { metadata } = await call(readMeta, { query: { domain: host } })
    keepSite(metadata)
    $site.set(metadata)
    $siteState.set('ready')
    paint(metadata)
    paintBeside()
    moveToPreferred(metadata)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
    if (error.code === 'unknown_site') forgetSite()
    if (!known || error.code === 'unknown_site') $siteState.set('failed')
  } finally {
    stopLoading('initial')
  }
}
