import { type KeyboardEvent, useEffect, useRef } from 'react'
import { t } from '#lib/strings.ts'
import type { Person } from './MemberPicker.tsx'
import memberStyles from './Members.module.css'

interface ChipsProps {
  people: readonly Person[]
  onRemove: (id: number) => void
  /** The last one that had the focus has gone. */
  onEmptied: () => void
}

/** Who has been chosen; each is taken out by a click, Enter, Delete or Backspace, and the focus stays among them. */
export function Chips({ people, onRemove, onEmptied }: ChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const removedAt = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once they have changed.
  useEffect(() => {
    if (removedAt.current === null) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[removedAt.current] ?? buttons.at(-1)
    removedAt.current = null
    if (next) next.focus()
    else onEmptied()
  }, [people])

  const remove = (at: number, id: number) => {
    removedAt.current = at
    onRemove(id)
  }
  const onKeyDown = (event: KeyboardEvent, at: number, id: number) => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove(at, id)
  }
  return (
    <ul ref={list} className={memberStyles.chips} aria-label={t('channel-dialogs:assign.chosen')}>
      {people.map(({ id, nickname }, at) => (
        <li key={id}>
          <button
            type="button"
            aria-label={t('channel-dialogs:assign.remove', { name: nickname })}
            onClick={() => remove(at, id)}
            onKeyDown={(event) => onKeyDown(event, at, id)}
          >
            {nickname}
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <path d="M3 3l6 6M9 3l-6 6" />
            </svg>
          </button>
        </li>
      ))}
    </ul>
  )
}
