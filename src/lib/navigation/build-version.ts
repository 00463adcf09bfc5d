import { atom } from 'nanostores'

const pollIntervalMs = 5 * 60 * 1000

const readPageBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''

/** A newer build exists: the next navigation loads a page. */
export const $isOutdated = atom(false)

async function checkPublishedBuild(): Promise<void> {
  try {
    const reply = await fetch(`/version.json?t=${Date.now()}`, { cache: 'no-store' })
    if (!reply.ok) throw new Error(`status ${reply.status}`)
    const { build }: { build?: unknown } = await reply.json()
    if (typeof build === 'string' && build !== readPageBuild()) $isOutdated.set(true)
  } catch (error) {
    console.info('The published version could not be read.', error)
  }
}

/**
 * Polls every five minutes and when the page becomes visible after that time.
 * @returns a function that stops polling
 */
export function watchPublishedBuild(): () => void {
  if (!readPageBuild()) return () => {}
  let lastCheckedAt = Date.now()
  const check = () => {
    if (document.hidden || $isOutdated.get() || Date.now() - lastCheckedAt < pollIntervalMs) return
    lastCheckedAt = Date.now()
    checkPublishedBuild()
  }
  const timer = setInterval(check, pollIntervalMs / 10)
  addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    removeEventListener('visibilitychange', check)
  }
}
