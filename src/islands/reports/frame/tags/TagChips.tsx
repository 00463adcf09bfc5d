import type { Tag } from '#contract/reports/reports.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './TagChips.module.css'

/** A narrow row shows one. */
const maxChips = 2

/** Lists the tags of a channel in its row, without asking for attention. */
export function TagChips({ tags }: { tags: readonly Tag[] }) {
  if (tags.length === 0) return null
  const names = tags.map(({ name }) => name)
  const all = listNames(names)
  return (
    <span className={styles.chips} title={all}>
      <span className="visually-hidden">{t('common:tags', { names: all })}</span>
      {names.slice(0, maxChips).map((name) => (
        <span key={name} className={styles.chip} aria-hidden="true">
          {name}
        </span>
      ))}
      {[maxChips, 1].map((count) => (
        <span key={count} className={styles.rest} aria-hidden="true">
          {names.length > count && `+${names.length - count}`}
        </span>
      ))}
    </span>
  )
}
