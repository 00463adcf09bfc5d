import type { LazyComponent } from '#lib/page/lazy-component.ts'

const idleDelayMs = 1500

interface Connection {
  readonly saveData?: boolean
  readonly type?: string
  readonly effectiveType?: string
}

/** Whether the person asked to save data, pays for it by amount, or has little of it at a time. */
function isMeteredConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  const { saveData = false, type = '', effectiveType = '' } = connection ?? {}
  return saveData || type === 'cellular' || effectiveType.includes('2g')
}

const runWhenIdle = (act: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, idleDelayMs)
}

/**
 * Loads the other views one after the other once this one has come to rest, so that moving to them waits for no script.
 * Not where data is dear. Gives the way to stop.
 */
export function preloadWhenIdle(components: readonly Pick<LazyComponent<unknown>, 'load'>[]): () => void {
  const queue = [...components]
  let isStopped = isMeteredConnection()
  const loadNext = async () => {
    const next = queue.shift()
    if (isStopped || !next) return
    await next.load()
    runWhenIdle(loadNext)
  }
  const start = () => {
    // For the measurements: what is loaded from here on is not for this view.
    performance.mark('neighbours')
    runWhenIdle(loadNext)
  }
  const timer = setTimeout(start, idleDelayMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
