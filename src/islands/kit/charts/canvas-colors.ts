/** Resolves CSS colors for a canvas, which does not support custom properties. */
export interface CanvasColors {
  resolve: (color: string) => string
  clear: () => void
}

export function createCanvasColors(element: HTMLElement): CanvasColors {
  const cache = new Map<string, string>()
  const probe = element.appendChild(document.createElement('i'))
  probe.hidden = true
  function resolve(color: string): string {
    const cached = cache.get(color)
    if (cached) return cached
    probe.style.color = color
    const resolved = getComputedStyle(probe).color
    cache.set(color, resolved)
    return resolved
  }
  return { resolve, clear: () => cache.clear() }
}
