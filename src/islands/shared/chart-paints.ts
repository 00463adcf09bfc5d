/** The page's colours as a canvas takes them; it knows nothing of custom properties. */
export interface ChartPaints {
  of: (color: string) => string
  /** The page looks different now. */
  forget: () => void
}

/** An element inside the chart resolves each colour once. */
export function paintsIn(element: HTMLElement): ChartPaints {
  const known = new Map<string, string>()
  const probe = element.appendChild(document.createElement('i'))
  probe.hidden = true
  function of(color: string): string {
    const before = known.get(color)
    if (before) return before
    probe.style.color = color
    const found = getComputedStyle(probe).color
    known.set(color, found)
    return found
  }
  return { of, forget: () => known.clear() }
}
