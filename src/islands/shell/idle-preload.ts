import type { LazyComponent } from '#lib/page/lazy-component.ts'

const idleDelayMs = 1500

interface Connection {
  readonly saveData?: boolean
  readonly type?: string
  readonly effectiveType?: string
}

function isMeteredConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  const { saveData = false, type = '', effectiveType = '' } = connection ?? {}
  return saveData || type === 'cellular' || effectiveType.includes('2g')
}

const runWhenIdle = (callback: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(callback)
  else setTimeout(callback, idleDelayMs)
}

/** Preloads views one by one while idle, except on metered connections. Returns the cleanup. */
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
    // Benchmarks and tests exclude requests after this mark from the first load.
    performance.mark('idle-preload')
    runWhenIdle(loadNext)
  }
  const timer = setTimeout(start, idleDelayMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
