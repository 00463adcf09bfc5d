import { ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { RefusedLine } from './csv-file.ts'
import styles from './Upload.module.css'

const maxShownLines = 20

interface RefusedFileProps {
  name: string
  /** Shown unless lines are wrong. */
  text: string
  lines: readonly RefusedLine[]
}

export const RefusedFile = ({ name, text, lines }: RefusedFileProps) => (
  <>
    <ErrorMessage text={lines.length > 0 ? t('csv-upload:refused', { name, count: lines.length }) : text} />
    {lines.length > 0 && (
      <ul className={styles.lines}>
        {lines.slice(0, maxShownLines).map(({ number, reason, content }) => (
          <li key={number}>
            <b>{t('csv-upload:line', { number: formatNumber(number, locale()) })}</b>{' '}
            <span className="bad">{reason}</span>
            {content !== '' && <code>{content}</code>}
          </li>
        ))}
        {lines.length > maxShownLines && (
          <li>{t('csv-upload:moreLines', { count: lines.length - maxShownLines })}</li>
        )}
      </ul>
    )}
  </>
)
