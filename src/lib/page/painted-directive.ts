import type { ClientDirective } from 'astro'

/**
 * `client:painted`: starts an island once the page has been painted. With everything in the browser's cache, the island's
 * scripts would otherwise run before that.
 */
const startPainted: ClientDirective = (load) => {
  const start = async () => {
    const hydrate = await load()
    await hydrate()
  }
  // A page in the background is not painted.
  if (document.hidden) void start()
  else requestAnimationFrame(() => setTimeout(start))
}

// biome-ignore lint/style/noDefaultExport: Astro imports the default export of a directive
export default startPainted
