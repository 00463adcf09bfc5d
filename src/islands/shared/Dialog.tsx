import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'
import { isTopDialog, pushDialog, removeDialog } from './dialogs.ts'
import { Snackbars } from './Snackbars.tsx'
import { type Direction, useSwipe } from './swipe.ts'

interface DialogProps {
  title: string
  onClose: () => void
  /** Where a finger can swipe it away to. */
  swipe?: Direction
  /** In the middle, or along the left edge. */
  place?: 'centre' | 'left'
  /** The title is for who cannot see that the content speaks for itself. */
  titleHidden?: boolean
  children: ReactNode
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]'

function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter((e) =>
    e.checkVisibility(),
  )
  const [first, last] = [all.at(0), all.at(-1)]
  const edge = event.shiftKey ? first : last
  if (document.activeElement !== edge && all.length > 0) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}

/**
 * A modal dialog, open as long as it is there. Escape, a click outside and a swipe ask to close the topmost one; focus
 * stays inside and goes back to where it was.
 */
export function Dialog({
  title,
  onClose,
  swipe,
  place = 'centre',
  titleHidden = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const id = useRef(Symbol(title))
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const own = id.current
    element.style.zIndex = String(pushDialog(own))
    element.showModal()
    return () => {
      removeDialog(own)
      element.close()
    }
  }, [])

  const closeTop = () => {
    if (isTopDialog(id.current)) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[place]}`}
      aria-labelledby={titleId}
      data-swipe={swipe}
      onCancel={(event) => {
        event.preventDefault()
        closeTop()
      }}
      onPointerDownCapture={(event) => {
        pressedOutside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (pressedOutside.current && event.target === dialog.current) closeTop()
      }}
      onKeyDown={keepFocusInside}
    >
      <div className={styles.panel} {...useSwipe(swipe, closeTop)}>
        <h2 id={titleId} className={titleHidden ? 'visually-hidden' : styles.title}>
          {title}
        </h2>
        {children}
      </div>
      <Snackbars dialog={id.current} />
    </dialog>
  )
}
