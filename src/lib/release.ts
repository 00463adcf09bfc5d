import { atom } from 'nanostores'

const askEveryMs = 5 * 60 * 1000

/** The build that this page belongs to, '' where it does not say. */
const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''

/** Whether a newer build has been published since this page was loaded: the next move to another view loads it. */
export const $outdated = atom(false)

/** Asks which build is published. That it could not be had is only logged: the next question comes anyway. */
async function askForRelease(): Promise<void> {
  try {
    const reply = await fetch(`/version.json?t=${Date.now()}`, { cache: 'no-store' })
    if (!reply.ok) throw new Error(`status ${reply.status}`)
    const { build }: { build?: unknown } = await reply.json()
    if (typeof build === 'string' && build !== ownBuild()) $outdated.set(true)
  } catch (error) {
    console.info('The published build could not be asked for.', error)
  }
}

/** Asks every five minutes and whenever the page is seen again after that long. Gives the way to stop. */
export function watchRelease(): () => void {
  if (!ownBuild()) return () => {}
  let asked = Date.now()
  const ask = () => {
    if (document.hidden || $outdated.get() || Date.now() - asked < askEveryMs) return
    asked = Date.now()
    askForRelease()
  }
  const timer = setInterval(ask, askEveryMs / 10)
  addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    removeEventListener('visibilitychange', ask)
  }
}
