import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './ActionMenu.module.css'

/** Flags of the dialogs about one member. */
const dialogFlags = ['password', 'fee', 'delete'] as const

const keySteps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** What can be done with a member, behind one button. */
export function ActionMenu({ member: { id, nickname } }: { member: Member }) {
  const menuId = useId()
  const { open, show, hide, place, trigger, items } = useMenu()
  const name = t('members:actionsOf', { name: nickname })
  function selectAction(flag: (typeof dialogFlags)[number]) {
    // It gets the focus back from the dialog.
    hide({ refocus: true })
    openDialog(flag, id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the menu's own buttons bubble up to it.
    <div
      ref={place}
      className={styles.place}
      onKeyDown={items.onKeyDown}
      onBlur={items.onBlur}
      // The focus stays where it is until something has been chosen.
      onMouseDown={(event) => open && event.preventDefault()}
    >
      <button
        ref={trigger}
        type="button"
        className={styles.open}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        onClick={() => (open ? hide({ refocus: true }) : show())}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" />
        </svg>
      </button>
      {open && (
        <div id={menuId} role="menu" aria-label={name} className={styles.menu}>
          {dialogFlags.map((flag) => (
            <button
              key={flag}
              type="button"
              role="menuitem"
              tabIndex={-1}
              data-danger={flag === 'delete' || undefined}
              onClick={() => selectAction(flag)}
            >
              {t(`members:action.${flag}`)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Whether the menu is open, and where its focus goes. */
function useMenu() {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const buttons = () => [...(place.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => {
    if (!open) return
    const menu = place.current?.querySelector('[role=menu]')
    menu?.scrollIntoView({ block: 'nearest' })
    menu?.querySelector('button')?.focus({ preventScroll: true })
  }, [open])

  function hide({ refocus = false } = {}) {
    setOpen(false)
    if (refocus) trigger.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!open) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      return setOpen(true)
    }
    const all = buttons()
    const step = keySteps[event.key]
    if (step) all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus()
    else if (event.key === 'Escape') hide({ refocus: true })
    else return
    event.preventDefault()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!place.current?.contains(relatedTarget)) setOpen(false)
  }
  return { open, show: () => setOpen(true), hide, place, trigger, items: { onKeyDown, onBlur } }
}
