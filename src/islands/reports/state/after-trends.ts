import type { ReadableAtom } from 'nanostores'
import { report } from './store.ts'

interface Trends {
  readonly $state: ReadableAtom<{ readonly key: unknown; readonly isLoading: boolean }>
}

const reportSettled = (query: Trends) =>
  new Promise<void>((resolve) => {
    const unlisten = query.$state.subscribe(({ key, isLoading }) => {
      if (key === null || isLoading) return
      resolve()
      // `subscribe` may call back before it returns.
      queueMicrotask(() => unlisten())
    })
  })

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** Resolves when the charts have been painted, to load code for content below them. */
export async function afterTrends(query: Trends = report): Promise<void> {
  await reportSettled(query)
  // Drawn before the first frame, painted before the second.
  await nextFrame()
  await nextFrame()
}
