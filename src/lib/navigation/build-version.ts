import { atom } from 'nanostores'

const pollIntervalMs = 5 * 60 * 1000

/** The build that this page belongs to, '' where it does not say. */
const readPageBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''

/** Whether a newer build has been published since this page was loaded: the next move to another view loads it. */
export const $isOutdated = atom(false)

/** Asks which build is published. That it could not be had is only logged: the next question comes anyway. */
async function checkPublishedBuild(): Promise<void> {
  try {
    const reply = await fetch(`/version.json?t=${Date.now()}`, { cache: 'no-store' })
    if (!reply.ok) throw new Error(`status ${reply.status}`)
    const { build }: { build?: unknown } = await reply.json()
    if (typeof build === 'string' && build !== readPageBuild()) $isOutdated.set(true)
  } catch (error) {
    console.info('The published build could not be asked for.', error)
  }
}

/** Asks every five minutes and whenever the page is seen again after that long. Gives the way to stop. */
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
