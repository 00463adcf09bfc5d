import { atom, onMount } from 'nanostores'
import { type DesignId, laptopBreakpoints, mobileBreakpoint } from '#contract/portal/design.ts'
import { $design } from '#lib/site/site.ts'

export type ScreenClass = 'mobile' | 'largeMobile' | 'laptop'

const resizeDelayMs = 50
const scrollThresholdPx = 8

export function getScreenClass(width: number, design: DesignId): ScreenClass {
  if (width < mobileBreakpoint) return 'mobile'
  return width < laptopBreakpoints[design] ? 'largeMobile' : 'laptop'
}

export const $screenClass = atom<ScreenClass>('laptop')

onMount($screenClass, () => {
  if (typeof window === 'undefined') return
  let timer: ReturnType<typeof setTimeout> | undefined
  const measure = () => $screenClass.set(getScreenClass(window.innerWidth, $design.get()))
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(measure, resizeDelayMs)
  }
  const unlisten = $design.subscribe(measure)
  addEventListener('resize', later)
  return () => {
    clearTimeout(timer)
    unlisten()
    removeEventListener('resize', later)
  }
})

export const $isScrolled = atom(false)

onMount($isScrolled, () => {
  if (typeof window === 'undefined') return
  const measure = () => $isScrolled.set(window.scrollY > scrollThresholdPx)
  measure()
  addEventListener('scroll', measure, { passive: true })
  return () => removeEventListener('scroll', measure)
})
