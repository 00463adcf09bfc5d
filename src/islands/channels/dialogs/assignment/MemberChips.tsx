import { type KeyboardEvent, useEffect, useRef } from 'react'
import memberStyles from '#islands/channels/dialogs/parts/MemberPicker.module.css'
import { t } from '#lib/i18n/strings.ts'

export interface MemberOption {
  readonly id: number
  readonly nickname: string
}

interface MemberChipsProps {
  people: readonly MemberOption[]
  onRemove: (id: number) => void
  onEmpty: () => void
}

/** The focus stays in the list when a member is removed. */
export function MemberChips({ people, onRemove, onEmpty }: MemberChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const removedIndex = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once they have changed.
  useEffect(() => {
    if (removedIndex.current === null) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[removedIndex.current] ?? buttons.at(-1)
    removedIndex.current = null
    if (next) next.focus()
    else onEmpty()
  }, [people])

  const remove = (at: number, id: number) => {
    removedIndex.current = at
    onRemove(id)
  }
  const onKeyDown = (event: KeyboardEvent, at: number, id: number) => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove(at, id)
  }
  return (
    <ul
      ref={list}
      className={`wrap gap-tight ${memberStyles.chips}`}
      aria-label={t('channel-dialogs:assign.chosen')}
    >
      {people.map(({ id, nickname }, at) => (
        <li key={id}>
          <button
            type="button"
            className="chip"
            data-tone="primary"
            aria-label={t('channel-dialogs:assign.remove', { name: nickname })}
            onClick={() => remove(at, id)}
            onKeyDown={(event) => onKeyDown(event, at, id)}
          >
            {nickname}
            <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M3 3l6 6M9 3l-6 6" />
            </svg>
          </button>
        </li>
      ))}
    </ul>
  )
}
