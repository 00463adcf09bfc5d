import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './ActionMenu.module.css'
import { approve, inviteAgain } from './store.ts'

type Action = 'approve' | 'invite' | 'password' | 'fee' | 'delete'

/** What the state asks for comes first. */
const getActions = ({ state }: Member): Action[] => [
  ...(state === 'waiting' ? ['approve' as const] : []),
  ...(state === 'invited' ? ['invite' as const] : []),
  'password',
  'fee',
  'delete',
]

const keySteps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function ActionMenu({ member }: { member: Member }) {
  const { id, nickname } = member
  const menuId = useId()
  const { isOpen, open, close, container, trigger, items } = useMenu()
  const name = t('members:actionsOf', { name: nickname })
  function selectAction(action: Action) {
    close({ refocus: true })
    if (action === 'approve') approve(member)
    else if (action === 'invite') inviteAgain(member)
    else openDialog(action, id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the menu's own buttons bubble up to it.
    <div
      ref={container}
      className={styles.container}
      onKeyDown={items.onKeyDown}
      onBlur={items.onBlur}
      // Keeps the focus until an item is chosen.
      onMouseDown={(event) => isOpen && event.preventDefault()}
    >
      <button
        ref={trigger}
        type="button"
        className="icon-button"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => (isOpen ? close({ refocus: true }) : open())}
      >
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" />
        </svg>
      </button>
      {isOpen && (
        <div id={menuId} role="menu" aria-label={name} className="menu">
          {getActions(member).map((action) => (
            <button
              key={action}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={action === 'delete' ? 'bad' : undefined}
              onClick={() => selectAction(action)}
            >
              {t(`members:action.${action}`)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function useMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const buttons = () => [...(container.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => {
    if (!isOpen) return
    const menu = container.current?.querySelector('[role=menu]')
    menu?.scrollIntoView({ block: 'nearest' })
    menu?.querySelector('button')?.focus({ preventScroll: true })
  }, [isOpen])

  function close({ refocus = false } = {}) {
    setIsOpen(false)
    if (refocus) trigger.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      return setIsOpen(true)
    }
    const all = buttons()
    const step = keySteps[event.key]
    if (step) all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus()
    else if (event.key === 'Escape') close({ refocus: true })
    else return
    event.preventDefault()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!container.current?.contains(relatedTarget)) setIsOpen(false)
  }
  return { isOpen, open: () => setIsOpen(true), close, container, trigger, items: { onKeyDown, onBlur } }
}
