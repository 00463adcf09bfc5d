import { atom, onMount } from 'nanostores'
import { type DesignId, laptopFrom, mobileBelow } from '#contract/design.ts'
import { $design } from './site.ts'

export type Screen = 'mobile' | 'largeMobile' | 'laptop'

const settleMs = 50
const scrolledFromPx = 8

export function screenOf(width: number, design: DesignId): Screen {
  if (width < mobileBelow) return 'mobile'
  return width < laptopFrom[design] ? 'largeMobile' : 'laptop'
}

/** The class of the screen by its width and the site's design; measured again 50 ms after a resize. */
export const $screen = atom<Screen>('laptop')

onMount($screen, () => {
  if (typeof window === 'undefined') return
  let timer: ReturnType<typeof setTimeout> | undefined
  const measure = () => $screen.set(screenOf(window.innerWidth, $design.get()))
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(measure, settleMs)
  }
  const unlisten = $design.subscribe(measure)
  addEventListener('resize', later)
  return () => {
    clearTimeout(timer)
    unlisten()
    removeEventListener('resize', later)
  }
})

/** Whether the page has been scrolled down. */
export const $scrolled = atom(false)

onMount($scrolled, () => {
  if (typeof window === 'undefined') return
  const measure = () => $scrolled.set(window.scrollY > scrolledFromPx)
  measure()
  addEventListener('scroll', measure, { passive: true })
  return () => removeEventListener('scroll', measure)
})
