import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import styles from './ActionMenu.module.css'

export interface MenuAction {
  readonly key: string
  readonly text: string
  readonly isDangerous?: boolean
  /** A link instead of a button. */
  readonly href?: string
  readonly opensNewTab?: boolean
  readonly onSelect?: () => void
}

interface ActionMenuProps {
  label: string
  actions: readonly MenuAction[]
}

const keySteps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A button that opens a menu (WAI-ARIA menu button). */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const menuId = useId()
  const { isOpen, open, close, container, trigger, items } = useMenu()
  function select({ onSelect }: MenuAction) {
    close({ refocus: true })
    onSelect?.()
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
        aria-label={label}
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
        <div id={menuId} role="menu" aria-label={label} className="menu">
          {actions.map((action) => (
            <MenuItem key={action.key} action={action} onSelect={() => select(action)} />
          ))}
        </div>
      )}
    </div>
  )
}

function MenuItem({ action, onSelect }: { action: MenuAction; onSelect: () => void }) {
  const { text, href, isDangerous, opensNewTab } = action
  const props = {
    role: 'menuitem',
    tabIndex: -1,
    className: isDangerous ? 'bad' : undefined,
    onClick: onSelect,
  }
  if (href === undefined)
    return (
      <button type="button" {...props}>
        {text}
      </button>
    )
  return (
    <a href={href} {...(opensNewTab && { target: '_blank', rel: 'noreferrer' })} {...props}>
      {text}
    </a>
  )
}

function useMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const listItems = () => [...(container.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => {
    if (!isOpen) return
    const menu = container.current?.querySelector('[role=menu]')
    menu?.scrollIntoView({ block: 'nearest' })
    menu?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
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
    const all = listItems()
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
