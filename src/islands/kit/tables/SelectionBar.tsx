import type { ReactNode } from 'react'
import styles from './SelectionBar.module.css'

interface SelectionBarProps {
  label: string
  /** Describes the selection; null if it is empty. */
  text: string | null
  clearLabel: string
  onClear: () => void
  /** Buttons for all selected rows. */
  children: ReactNode
}

export const SelectionBar = ({ label, text, clearLabel, onClear, children }: SelectionBarProps) => (
  <section className={styles.place} aria-label={label}>
    <p className="visually-hidden" role="status">
      {text}
    </p>
    {text !== null && (
      <div className={styles.bar}>
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
