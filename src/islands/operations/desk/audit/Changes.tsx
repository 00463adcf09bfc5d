import type { AuditLogEntry } from '#contract/operations/desk/audit.ts'
import { missingValue } from '#lib/format/number.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './Audit.module.css'

interface Line {
  name: string
  before: string | null
  after: string
}

const maxLines = 3
const maxLength = 120

/** As the server writes it in place of personal data. */
const hiddenMark = '(hidden)'

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return missingValue
  if (value === hiddenMark) return t('desk-audit:hidden')
  if (typeof value === 'boolean') return t(value ? 'desk-audit:yes' : 'desk-audit:no')
  if (Array.isArray(value)) return value.length === 0 ? missingValue : listNames(value.map(formatValue))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Names are those of the code: words of their own for each would hide which one it was. */
const formatName = (name: string) => name.replaceAll('_', ' ')

const listLines = ({ context, changes }: AuditLogEntry): Line[] => [
  ...Object.entries(context).map(([name, value]) => ({
    name: formatName(name),
    before: null,
    after: formatValue(value),
  })),
  ...changes.map(({ name, before, after }) => ({
    name: formatName(name),
    before: before === null ? null : formatValue(before),
    after: formatValue(after),
  })),
]

const isLong = ({ before, after }: Line) => (before ?? '').length + after.length > maxLength

/** What an entry is about, and each value before and after. */
export function Changes({ entry }: { entry: AuditLogEntry }) {
  const lines = listLines(entry)
  if (lines.length === 0) return <span className="muted">{missingValue}</span>
  const isCut = lines.length > maxLines || lines.some(isLong)
  if (!isCut) return <Lines lines={lines} />
  return (
    <details className={styles.details}>
      <summary>
        <Lines lines={lines.slice(0, maxLines)} isShort />
        <span className={styles.more}>{t('desk-audit:more', { count: lines.length })}</span>
      </summary>
      <Lines lines={lines} />
    </details>
  )
}

const Lines = ({ lines, isShort = false }: { lines: readonly Line[]; isShort?: boolean }) => (
  <span className={styles.changes} data-short={isShort || undefined}>
    {lines.map(({ name, before, after }) => (
      <span key={name}>
        <span className={styles.field}>{name}</span>{' '}
        {before !== null && (
          <>
            <del className="break">{before}</del> <span aria-hidden="true">→</span>{' '}
          </>
        )}
        <ins className="break">{after}</ins>
      </span>
    ))}
  </span>
)
