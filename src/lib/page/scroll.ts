const offsetPx = 120
const durationMs = 400

const easeOut = (part: number) => 1 - (1 - part) ** 3

/** Scrolls to 120 px below the top in 400 ms, or at once with reduced motion. */
export function scrollToElement(element: Element): void {
  const from = scrollY
  const to = Math.max(0, from + element.getBoundingClientRect().top - offsetPx)
  const startedAt = matchMedia('(prefers-reduced-motion: reduce)').matches ? -durationMs : performance.now()
  const step = () => {
    const progress = Math.min(1, (performance.now() - startedAt) / durationMs)
    scrollTo(0, from + (to - from) * easeOut(progress))
    if (progress < 1) requestAnimationFrame(step)
  }
  step()
}

/** `a[data-scroll]` scrolls to its section, updates the URL and moves the focus. */
export function initScrollLinks(): void {
  addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-scroll]') : null
    const section = link && document.getElementById(decodeURIComponent(link.hash.slice(1)))
    if (!section || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    history.pushState(null, '', link.hash)
    section.tabIndex = -1
    section.focus({ preventScroll: true })
    scrollToElement(section)
  })
}
