import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'

/** The drawings of one section highlight the same shape; null: none. */
export interface Pointing {
  readonly pointed: string | null
  readonly point: (id: string | null) => void
}

export function usePointing(): Pointing {
  const [pointed, point] = useState<string | null>(null)
  return { pointed, point }
}

/** Handles a shape or a legend line. A tap enters and leaves at once, so only a mouse clears it. */
export const getShapeProps = (id: string, { pointed, point }: Pointing) => ({
  'data-pointed': pointed === null ? undefined : pointed === id,
  onPointerEnter: () => point(id),
  onPointerDown: () => point(id),
  onPointerLeave: ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') point(null)
  },
})

interface ShapeSlider {
  label: string
  ids: readonly string[]
  describe: (id: string) => string
}

/** Makes all shapes of a drawing a single tab stop; arrow keys move between shapes, as in the charts. */
export function getSliderProps({ label, ids, describe }: ShapeSlider, { pointed, point }: Pointing) {
  const at = Math.max(0, ids.indexOf(pointed ?? ''))
  const goTo = (index: number) => point(ids[Math.min(ids.length - 1, Math.max(0, index))] ?? null)
  const targets: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: ids.length - 1,
  }
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': 1,
    'aria-valuemax': ids.length,
    'aria-valuenow': at + 1,
    'aria-valuetext': describe(ids[at] ?? ''),
    onKeyDown: (event: KeyboardEvent) => {
      const target = targets[event.key]
      if (target === undefined) return
      event.preventDefault()
      goTo(target)
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (event.currentTarget.matches(':focus-visible')) goTo(at)
    },
    onBlur: () => point(null),
  }
}
