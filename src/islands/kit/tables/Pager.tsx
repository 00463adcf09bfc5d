import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Pager.module.css'

interface PageNumbers {
  /** Zero-based. */
  page: number
  count: number
  onChoose: (page: number) => void
}

export interface PagerProps {
  label: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Position of the page's rows among all rows. */
  position?: string | undefined
  /** Absent if there are only links to the previous and the next page. */
  numbers?: PageNumbers | undefined
}

export function Pager({ label, onPrevious, onNext, position, numbers }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label={label}>
      <button type="button" className="button" onClick={onPrevious} disabled={!onPrevious}>
        <span aria-hidden="true">←</span> {t('common:pages.previous')}
      </button>
      {position && <span className={styles.position}>{position}</span>}
      {numbers && <NumberList {...numbers} />}
      <button type="button" className="button" onClick={onNext} disabled={!onNext}>
        {t('common:pages.next')} <span aria-hidden="true">→</span>
      </button>
    </nav>
  )
}

const NumberList = ({ page, count, onChoose }: PageNumbers) => (
  <ol className={styles.numbers}>
    {listPages(page, count).map((number, at, all) => (
      <li key={number} data-gap={(at > 0 && number - (all[at - 1] ?? 0) > 1) || undefined}>
        <button
          type="button"
          className="button"
          aria-label={t('common:pages.page', { page: formatNumber(number + 1, locale()) })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onChoose(number)}
        >
          {number + 1}
        </button>
      </li>
    ))}
  </ol>
)

/** The first, the last and those around the current one. */
const listPages = (page: number, count: number): number[] =>
  [...new Set([0, page - 1, page, page + 1, count - 1])]
    .filter((number) => number >= 0 && number < count)
    .sort((a, b) => a - b)
