import type { Part } from '#lib/part.ts'

const restMs = 1500

interface Connection {
  readonly saveData?: boolean
  readonly type?: string
  readonly effectiveType?: string
}

/** Whether the person asked to save data, pays for it by amount, or has little of it at a time. */
function isCostly(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  const { saveData = false, type = '', effectiveType = '' } = connection ?? {}
  return saveData || type === 'cellular' || effectiveType.includes('2g')
}

const whenIdle = (act: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, restMs)
}

/**
 * Loads the other views one after the other once this one has come to rest, so that moving to them waits for no script.
 * Not where data is dear. Gives the way to stop.
 */
export function loadNeighbours(parts: readonly Pick<Part<unknown>, 'load'>[]): () => void {
  const rest = [...parts]
  let stopped = isCostly()
  const loadNext = async () => {
    const next = rest.shift()
    if (stopped || !next) return
    await next.load()
    whenIdle(loadNext)
  }
  const begin = () => {
    // For the measurements: what is loaded from here on is not for this view.
    performance.mark('neighbours')
    whenIdle(loadNext)
  }
  const timer = setTimeout(begin, restMs)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
