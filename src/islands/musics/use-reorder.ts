import { type DragEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Music } from '#contract/musics.ts'
import { t } from '#lib/i18n/strings.ts'
import { moveFavorite } from './favorites.ts'

/** Moving favorites by buttons, which keep the focus, and by a dragging pointer. `said` tells what has been moved. */
export function useReorder(tracks: readonly Music[]) {
  const list = useRef<HTMLOListElement>(null)
  const refocusTarget = useRef<Element | null>(null)
  const draggedId = useRef<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // An element that has been put elsewhere has lost the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every order.
  useLayoutEffect(() => {
    if (refocusTarget.current instanceof HTMLElement) refocusTarget.current.focus()
    refocusTarget.current = null
  }, [tracks])

  function move(music: Music, position: number) {
    if (list.current?.contains(document.activeElement)) refocusTarget.current = document.activeElement
    moveFavorite(music.id, position)
    setAnnouncement(
      t('musics:favorites.moved', { name: music.name, place: position + 1, total: tracks.length }),
    )
  }
  function drag(music: Music, place: number) {
    return {
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        draggedId.current = music.id
      },
      // The others make room while it passes.
      onDragEnter: () => {
        const moved = tracks.find(({ id }) => id === draggedId.current)
        if (moved && moved !== music) move(moved, place)
      },
      onDragOver: (event: DragEvent) => {
        if (draggedId.current !== null) event.preventDefault()
      },
      onDragEnd: () => {
        draggedId.current = null
      },
    }
  }
  return { list, announcement, move, drag }
}
