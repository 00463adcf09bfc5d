import { type DragEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Music } from '#contract/reports/tracks.ts'
import { t } from '#lib/i18n/strings.ts'
import { moveFavorite } from './favorites.ts'

/** Reorders favorites by buttons and drag and drop. Screen readers announce `said`. */
export function useReorder(tracks: readonly Music[]) {
  const list = useRef<HTMLOListElement>(null)
  const refocusTarget = useRef<Element | null>(null)
  const draggedId = useRef<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // A moved element has lost the focus.
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
