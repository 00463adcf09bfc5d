import { $pendingReads } from '#lib/api/cache.ts'

const quietMs = 250
/** Prints what is there, should the rest not arrive. */
const maxWaitMs = 5_000

export const isPrintKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'p'

/** Resolves once nothing is being read or rendered. */
async function waitForQuiet(): Promise<void> {
  const deadline = performance.now() + maxWaitMs
  let hasChanged = true
  const observer = new MutationObserver(() => {
    hasChanged = true
  })
  observer.observe(document.body, { childList: true, subtree: true })
  while ((hasChanged || $pendingReads.get() > 0) && performance.now() < deadline) {
    hasChanged = false
    await new Promise((resolve) => setTimeout(resolve, quietMs))
  }
  observer.disconnect()
}

let isWaiting = false

/** Prints once what has just started to load is there: browsers print a page as it is. */
export async function printWhole(): Promise<void> {
  if (isWaiting) return
  isWaiting = true
  await waitForQuiet()
  isWaiting = false
  print()
}
