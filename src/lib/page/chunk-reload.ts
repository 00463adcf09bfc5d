import { readTab, writeTab } from '#lib/site/storage.ts'

const minIntervalMs = 10_000

export function reloadOnce(): boolean {
  const key = `reloaded:${location.pathname}`
  const last = Number(readTab(key) ?? 0)
  if (Date.now() - last < minIntervalMs) return false
  writeTab(key, String(Date.now()))
  // The page could reload forever without session storage.
  if (readTab(key) === null) return false
  location.reload()
  return true
}

/** A release removes the files of the previous one: open pages reload when a chunk is missing. */
export function reloadOnMissingChunks(): () => void {
  addEventListener('vite:preloadError', reloadOnce)
  addEventListener('astro:hydration-error', reloadOnce)
  return () => {
    removeEventListener('vite:preloadError', reloadOnce)
    removeEventListener('astro:hydration-error', reloadOnce)
  }
}
