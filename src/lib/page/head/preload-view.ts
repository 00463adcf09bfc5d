/** The largest script of the frame other than React. */
const frameScript = 'link[rel=modulepreload][href*="/console."]'

/**
 * Preloads the scripts of the page's view once those of the frame have arrived, except for React: before that they
 * would compete with it for bandwidth, and nothing can run without it.
 */
export function preloadView(isItem: boolean): void {
  const frame = document.querySelector<HTMLLinkElement>(frameScript)
  const hasArrived = frame === null || performance.getEntriesByName(frame.href).length > 0
  if (hasArrived) startPreloads(isItem)
  else
    for (const event of ['load', 'error'])
      frame.addEventListener(event, () => startPreloads(isItem), { once: true })
}

function startPreloads(isItem: boolean): void {
  const selector = ['all', isItem ? 'item' : 'page'].map((view) => `[data-preload=${view}]`).join()
  for (const link of document.querySelectorAll<HTMLLinkElement>(selector)) link.rel = 'modulepreload'
}
