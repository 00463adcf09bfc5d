import styles from './Pager.module.css'

interface PagerProps {
  label: string
  previous: string
  next: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

export function Pager({ label, previous, next, onPrevious, onNext }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label={label}>
      <button type="button" className="button" onClick={onPrevious} disabled={!onPrevious}>
        <span aria-hidden="true">←</span> {previous}
      </button>
      <button type="button" className="button" onClick={onNext} disabled={!onNext}>
        {next} <span aria-hidden="true">→</span>
      </button>
    </nav>
  )
}
