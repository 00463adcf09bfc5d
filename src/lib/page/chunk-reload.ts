import { readTab, writeTab } from '#lib/site/storage.ts'

const minIntervalMs = 10_000

/** Reloads the page because a part of it could not be had; not more than once in ten seconds per path. */
export function reloadOnce(): boolean {
  const key = `reloaded:${location.pathname}`
  const last = Number(readTab(key) ?? 0)
  if (Date.now() - last < minIntervalMs) return false
  writeTab(key, String(Date.now()))
  // Without a memory it could go on for ever.
  if (readTab(key) === null) return false
  location.reload()
  return true
}

/** A new release takes the old one's files away: pages that are open load themselves anew when they miss one. */
export function reloadOnMissingChunks(): () => void {
  addEventListener('vite:preloadError', reloadOnce)
  addEventListener('astro:hydration-error', reloadOnce)
  return () => {
    removeEventListener('vite:preloadError', reloadOnce)
    removeEventListener('astro:hydration-error', reloadOnce)
  }
}
