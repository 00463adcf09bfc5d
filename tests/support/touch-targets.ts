import type { Page } from '@playwright/test'

/** The side of a square that a finger finds (WCAG 2.5.5), less what browsers round. */
const fingerPx = 43.5

/**
 * Lists what can be tapped and is smaller than a finger: its own box, and what it covers around its middle. Links within
 * running text are as high as the text.
 */
export const findSmallTargets = (page: Page, within = 'body'): Promise<string[]> =>
  page.evaluate(
    ([finger, scope]) => {
      const targets = 'a[href], button, select, textarea, summary, input:not([type=hidden]), [role=button]'
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
        !element.closest('[inert], [aria-hidden=true], astro-dev-toolbar') &&
        getComputedStyle(element).pointerEvents !== 'none'
      const isInText = (element: Element) => {
        if (!getComputedStyle(element).display.startsWith('inline')) return false
        const block = element.closest('p, li, dd, td, span:not(:has(> :only-child))')
        const text = block?.textContent?.trim() ?? ''
        return (
          element.closest('p, dd, li') !== null && text.length > (element.textContent?.trim().length ?? 0) + 8
        )
      }
      const getBox = (element: Element) => {
        const isChoice = element.matches('input[type=radio], input[type=checkbox], input[type=file]')
        const label = isChoice ? (element as HTMLInputElement).labels?.[0] : null
        return (label ?? element).getBoundingClientRect()
      }
      const isHit = (element: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y)
        const control = hit?.closest('label')?.control ?? null
        return hit !== null && (element.contains(hit) || control === element)
      }
      /** Walks from the middle until something else would be tapped. */
      const isReached = (element: Element) => {
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const { x, y, width, height } = getBox(element)
        const [middleX, middleY] = [x + width / 2, y + height / 2]
        const reach = (dx: number, dy: number) => {
          let step = 0
          while (step < finger && isHit(element, middleX + dx * (step + 1), middleY + dy * (step + 1)))
            step += 1
          return step
        }
        return (
          (width >= finger || reach(-1, 0) + reach(1, 0) + 1 >= finger) &&
          (height >= finger || reach(0, -1) + reach(0, 1) + 1 >= finger)
        )
      }
      const small: string[] = []
      for (const element of document.querySelectorAll(`:is(${scope}) :is(${targets})`)) {
        if (!isShown(element)) continue
        const box = getBox(element)
        if (box.width < 2 || box.height < 2 || (box.width >= finger && box.height >= finger)) continue
        if (element.matches('.skip-link') || isInText(element) || isReached(element)) continue
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 24) ?? ''
        const size = `${Math.round(box.width)}×${Math.round(box.height)}`
        small.push(`${element.localName}.${element.className} “${name}” ${size}`)
      }
      return [...new Set(small)]
    },
    [fingerPx, within] as const,
  )
