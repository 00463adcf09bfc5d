import { type ReactNode, useEffect, useRef } from 'react'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale } from '#lib/i18n/strings.ts'
import { setSelectionMark } from '#lib/page/root-marks.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './SelectionBar.module.css'
import type { Selection } from './selection.ts'

interface SelectionBarProps {
  label: string
  /** Describes the selection; null if it is empty. */
  text: string | null
  clearLabel: string
  onClear: () => void
  /** Buttons for all selected rows. */
  children: ReactNode
}

const barAttribute = 'data-selection-bar'

/** Escape in the bar leads back to where one came from. */
let cameFrom: Element | null = null

export function focusSelectionBar(): void {
  cameFrom = document.activeElement
  document.querySelector<HTMLElement>(`[${barAttribute}] button`)?.focus()
}

export function SelectionBar({ label, text, clearLabel, onClear, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const isOpen = text !== null
  useEffect(() => {
    const element = bar.current
    if (!isOpen || !element) return
    setSelectionMark(true)
    const goBack = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !(cameFrom instanceof HTMLElement) || !cameFrom.isConnected) return
      event.stopPropagation()
      cameFrom.focus()
    }
    element.addEventListener('keydown', goBack)
    return () => {
      setSelectionMark(false)
      element.removeEventListener('keydown', goBack)
    }
  }, [isOpen])
  return (
    <section className={styles.place} aria-label={label}>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      {isOpen && (
        <div ref={bar} className={styles.bar} {...{ [barAttribute]: '' }}>
          <b aria-hidden="true">{text}</b>
          {children}
          <button type="button" aria-label={clearLabel} onClick={onClear}>
            <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M3 3l6 6M9 3l-6 6" />
            </svg>
          </button>
        </div>
      )}
    </section>
  )
}

interface SelectAllProps<Row> {
  selection: Selection<Row>
  /** Rows that match the filter, and those of them on this page. */
  total: number
  listed: number
  selected: number
  /** Reads all that match, up to the limit of the selection; null if the list shows something else by now. */
  load: (limit: number) => Promise<readonly Row[] | null>
  text: (key: 'everything' | 'first', values: { number: string }) => string
}

/** Is there while the list has further pages: the checkbox above it selects one page. Tells the limit before it is met. */
export function SelectAll<Row>({ selection, total, listed, selected, load, text }: SelectAllProps<Row>) {
  const { pending, run } = useAction(({ message }) => notify('error', message))
  const count = Math.min(total, selection.limit)
  if (total <= listed || selected >= count) return null
  const selectAll = () =>
    run(async () => {
      const rows = await load(selection.limit)
      if (rows) selection.set(rows, true)
    })
  return (
    <button type="button" aria-busy={pending || undefined} disabled={pending} onClick={selectAll}>
      {text(total > count ? 'first' : 'everything', { number: formatNumber(count, locale()) })}
    </button>
  )
}
