import { navigation } from 'virtual:screens'
import { stripLocale } from '#lib/i18n/language.ts'
import type { LazyComponent } from '#lib/page/lazy-component.ts'
import { findView } from './screens/area.ts'
import { views } from './screens/screens.ts'
import type { View } from './screens/views.ts'

const idleDelayMs = 1500

interface Connection {
  readonly saveData?: boolean
  readonly type?: string
  readonly effectiveType?: string
  /** Megabits per second. */
  readonly downlink?: number
}

const readConnection = (): Connection =>
  (navigator as Navigator & { connection?: Connection }).connection ?? {}

const isMetered = ({ saveData = false, type = '', effectiveType = '' }: Connection): boolean =>
  saveData || type === 'cellular' || effectiveType.includes('2g')

/** On a slower line, what a person may want later competes with what is wanted now. */
const fastMegabits = 5

/** Browsers that say nothing about the line are mostly on a desk. */
const isFast = (connection: Connection): boolean =>
  !isMetered(connection) && (connection.downlink ?? fastMegabits) >= fastMegabits

export const runWhenIdle = (callback: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(callback)
  else setTimeout(callback, idleDelayMs)
}

type Loadable = Pick<LazyComponent<unknown>, 'load'>

/** Preloads components one by one while idle, on a fast line only. Returns the cleanup. */
export function preloadWhenIdle(components: readonly Loadable[]): () => void {
  const queue = [...components]
  let isStopped = !isFast(readConnection())
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

/** Starts what nobody waits for. Returns the cleanup. */
export function startWhenIdle(start: () => Promise<() => void>): () => void {
  let stop: (() => void) | null = null
  let isStopped = false
  const run = async () => {
    const end = await start()
    if (isStopped) end()
    else stop = end
  }
  const timer = setTimeout(() => runWhenIdle(() => void run()), idleDelayMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
    stop?.()
  }
}

const figurePaths = navigation
  .filter(({ group }) => group === 'figures')
  .flatMap(({ items }) => items.map(({ path }) => path))

/** The screens of figures, and the page of one item of them: most moves lead there. */
export const likelyViews: readonly View[] = views.filter(({ path }) =>
  figurePaths.some((figures) => path === figures || path === `${figures}/*`),
)

/** Preloads the view of a link that a person is about to follow, on any line that is not metered. Returns the cleanup. */
export function preloadOnIntent(): () => void {
  const loadTarget = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin || isMetered(readConnection())) return
    void findView(stripLocale(link.pathname))?.content.load()
  }
  const events = ['pointerover', 'touchstart', 'focusin'] as const
  for (const event of events) addEventListener(event, loadTarget, { passive: true })
  return () => {
    for (const event of events) removeEventListener(event, loadTarget)
  }
}
