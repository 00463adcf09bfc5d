import { type DragEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Music } from '#contract/musics.ts'
import { t } from '#lib/strings.ts'
import { moveFavourite } from './favourites.ts'

/** Moving favourites by buttons, which keep the focus, and by a dragging pointer. `said` tells what has been moved. */
export function useReorder(shown: readonly Music[]) {
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<Element | null>(null)
  const dragged = useRef<number | null>(null)
  const [said, setSaid] = useState('')
  // An element that has been put elsewhere has lost the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every order.
  useLayoutEffect(() => {
    if (pressed.current instanceof HTMLElement) pressed.current.focus()
    pressed.current = null
  }, [shown])

  function move(music: Music, place: number) {
    if (list.current?.contains(document.activeElement)) pressed.current = document.activeElement
    moveFavourite(music.id, place)
    setSaid(t('musics:favourites.moved', { name: music.name, place: place + 1, total: shown.length }))
  }
  function drag(music: Music, place: number) {
    return {
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        dragged.current = music.id
      },
      // The others make room while it passes.
      onDragEnter: () => {
        const moved = shown.find(({ id }) => id === dragged.current)
        if (moved && moved !== music) move(moved, place)
      },
      onDragOver: (event: DragEvent) => {
        if (dragged.current !== null) event.preventDefault()
      },
      onDragEnd: () => {
        dragged.current = null
      },
    }
  }
  return { list, said, move, drag }
}
