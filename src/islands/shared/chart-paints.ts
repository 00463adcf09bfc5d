/** The page's colours as a canvas takes them; it knows nothing of custom properties. */
export interface ChartPaints {
  of: (color: string) => string
  /** The page looks different now. */
  forget: () => void
}

/** An element inside the chart resolves each colour once. */
export function paintsIn(element: HTMLElement): ChartPaints {
  const known = new Map<string, string>()
  function of(color: string): string {
    const before = known.get(color)
    if (before) return before
    const probe = element.appendChild(document.createElement('i'))
    probe.style.color = color
    const found = getComputedStyle(probe).color
    probe.remove()
    known.set(color, found)
    return found
  }
  return { of, forget: () => known.clear() }
}
