import { useId, useRef } from 'react'
import type { Locale } from '#contract/platform/locale.ts'
import { maxNoticeLength, type NoticeProblem } from '#contract/portal/desk/notices.ts'
import { languageNames } from '#lib/i18n/language.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './NoticeDesk.module.css'

interface LanguageColumnProps {
  language: Locale
  /** On a phone, which shows one language at a time. */
  isShown: boolean
  isReadOnly: boolean
  source: { title: string; text: string }
  problems: readonly NoticeProblem[]
  onChange: (patch: Partial<{ title: string; text: string }>) => void
}

/** Moves the cursor to a line. */
function selectLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
  field.focus()
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
}

export function LanguageColumn(props: LanguageColumnProps) {
  const { language, isShown, isReadOnly, source, problems, onChange } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const name = languageNames[language]
  const isWrong = problems.some(({ isError }) => isError)
  return (
    <div className={styles.column} data-shown={isShown || undefined} data-language={language}>
      <h3 className="text-s bold" lang={language}>
        {name}
      </h3>
      <label className="visually-hidden" htmlFor={`${id}-title`}>
        {t('desk-notices:titleIn', { name })}
      </label>
      <input
        id={`${id}-title`}
        className="input"
        lang={language}
        maxLength={1000}
        readOnly={isReadOnly}
        placeholder={t('desk-notices:columns.title')}
        value={source.title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <label className="visually-hidden" htmlFor={`${id}-text`}>
        {t('desk-notices:textIn', { name })}
      </label>
      <textarea
        ref={field}
        id={`${id}-text`}
        className="input"
        lang={language}
        rows={12}
        maxLength={maxNoticeLength}
        readOnly={isReadOnly}
        placeholder={t('desk-notices:textPlaceholder')}
        value={source.text}
        aria-invalid={isWrong || undefined}
        aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {problems.length > 0 && (
        <ul id={`${id}-problems`} className={styles.problems}>
          {problems.map(({ kind, line, detail, isError }) => (
            <li key={`${kind} ${line} ${detail}`} data-tone={isError ? 'bad' : 'warn'}>
              <button type="button" onClick={() => field.current && selectLine(field.current, line)}>
                {t('desk-notices:line', { line })}
              </button>{' '}
              <span className="break">{t(`desk-notices:problems.${kind}`, { detail })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
