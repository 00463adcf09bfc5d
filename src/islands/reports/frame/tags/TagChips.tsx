import type { Tag } from '#contract/reports/reports.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './TagChips.module.css'

const maxChips = 3

/** Lists the tags of a channel in its row, without asking for attention. */
export function TagChips({ tags }: { tags: readonly Tag[] }) {
  if (tags.length === 0) return null
  const names = tags.map(({ name }) => name)
  const rest = names.slice(maxChips)
  return (
    <span className={styles.chips} title={names.join(', ')}>
      <span className="visually-hidden">{t('common:tags', { names: names.join(', ') })}</span>
      {names.slice(0, maxChips).map((name) => (
        <span key={name} aria-hidden="true">
          {name}
        </span>
      ))}
      {rest.length > 0 && <span aria-hidden="true">+{rest.length}</span>}
    </span>
  )
}
