import type { PointerEvent } from 'react'
import { useRef } from 'react'

export type Direction = 'left' | 'right' | 'up' | 'down'

const minShare = 0.1
const maxFlickMs = 300
/** Shorter movements are taps. */
const minDistancePx = 10

interface Swipe {
  /** Pixels in the swipe direction. */
  readonly distance: number
  /** Size of the swiped element in that direction, in pixels. */
  readonly size: number
  readonly durationMs: number
}

/** A long swipe closes, past a tenth of the size, and so does a flick within 300 ms. */
export const isCloseGesture = ({ distance, size, durationMs }: Swipe) =>
  distance > minDistancePx && (distance > size * minShare || durationMs <= maxFlickMs)

interface SwipeStart {
  readonly x: number
  readonly y: number
  readonly time: number
}

const projectOnDirection = (direction: Direction, x: number, y: number) =>
  ({ left: -x, right: x, up: -y, down: y })[direction]

export function useSwipe(direction: Direction | undefined, onClose: () => void) {
  const start = useRef<SwipeStart | null>(null)
  if (!direction) return {}
  const isHorizontal = direction === 'left' || direction === 'right'
  const sign = direction === 'left' || direction === 'up' ? -1 : 1

  const measureDistance = (event: PointerEvent<HTMLElement>, from: SwipeStart) =>
    Math.max(0, projectOnDirection(direction, event.clientX - from.x, event.clientY - from.y))

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse' || !event.isPrimary) return
      start.current = { x: event.clientX, y: event.clientY, time: event.timeStamp }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const distance = measureDistance(event, start.current)
      if (distance > minDistancePx && !event.currentTarget.hasPointerCapture(event.pointerId)) {
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      event.currentTarget.style.translate = isHorizontal ? `${sign * distance}px 0` : `0 ${sign * distance}px`
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const box = event.currentTarget.getBoundingClientRect()
      const shouldClose = isCloseGesture({
        distance: measureDistance(event, start.current),
        size: isHorizontal ? box.width : box.height,
        durationMs: event.timeStamp - start.current.time,
      })
      start.current = null
      event.currentTarget.style.translate = ''
      if (shouldClose) onClose()
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      start.current = null
      event.currentTarget.style.translate = ''
    },
  }
}
