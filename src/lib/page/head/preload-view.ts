/** The largest of the frame's scripts but React. */
const frameScript = 'link[rel=modulepreload][href*="/console."]'

/**
 * Preloads the scripts of the page's view once the frame's have arrived, except for React: until then they would share the line
 * with it, and nothing can run before it.
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
