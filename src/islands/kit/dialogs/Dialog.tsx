import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { isTopDialog, pushDialog, removeDialog } from '#islands/kit/ui/feedback/stack.ts'
import { updateDialogMark } from '#lib/page/root-marks.ts'
import styles from './Dialog.module.css'
import { type Direction, useSwipe } from './use-swipe.ts'

interface DialogProps {
  title: string
  onClose: () => void
  swipe?: Direction
  position?: 'center' | 'left'
  titleHidden?: boolean
  /** An outside click or a swipe, easily made by mistake, does not close it once something has been entered. */
  guardsInput?: boolean
  /** They never do: what it shows cannot be seen again. */
  isLasting?: boolean
  /** Opens at its start, because what it says has to be read before its field is filled in. */
  focusesTitle?: boolean
  children: ReactNode
}

const focusableSelector =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]'

function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(focusableSelector)].filter((e) =>
    e.checkVisibility(),
  )
  const [first, last] = [all.at(0), all.at(-1)]
  const edge = event.shiftKey ? first : last
  if (document.activeElement !== edge && all.length > 0) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}

const isChanged = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) =>
  field instanceof HTMLSelectElement ? field.selectedIndex > 0 : field.value !== field.defaultValue

const hasInput = (dialog: HTMLDialogElement | null) =>
  [...(dialog?.querySelectorAll<HTMLInputElement>('form :is(input, textarea, select)') ?? [])].some(isChanged)

/** Browsers focus the first radio button of a group, also if another one is checked. */
function focusChecked(dialog: HTMLDialogElement): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLInputElement) || focused.type !== 'radio' || focused.checked) return
  dialog.querySelector<HTMLElement>(`input[name="${CSS.escape(focused.name)}"]:checked`)?.focus()
}

/** A modal with a focus trap, open while mounted. Escape, an outside click and a swipe close the topmost one. */
export function Dialog({
  title,
  onClose,
  swipe,
  position = 'center',
  titleHidden = false,
  guardsInput = false,
  isLasting = false,
  focusesTitle = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.style.zIndex = String(pushDialog(element))
    element.showModal()
    updateDialogMark()
    focusChecked(element)
    // Nothing happens without a `tabIndex`.
    heading.current?.focus()
    return () => {
      removeDialog(element)
      element.close()
      updateDialogMark()
    }
  }, [])

  const closeIfTop = () => {
    if (isTopDialog(dialog.current)) onClose()
  }
  const closeUnlessFilledIn = () => {
    if (!isLasting && !(guardsInput && hasInput(dialog.current))) closeIfTop()
  }
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[position]}`}
      aria-labelledby={titleId}
      data-swipe={swipe}
      onCancel={(event) => {
        event.preventDefault()
        closeIfTop()
      }}
      onPointerDownCapture={(event) => {
        pressedOutside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (pressedOutside.current && event.target === dialog.current) closeUnlessFilledIn()
      }}
      onKeyDown={trapFocus}
    >
      <div className={styles.panel} {...useSwipe(swipe, closeUnlessFilledIn)}>
        <h2
          ref={heading}
          id={titleId}
          tabIndex={focusesTitle ? -1 : undefined}
          className={titleHidden ? 'visually-hidden' : styles.title}
        >
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}
