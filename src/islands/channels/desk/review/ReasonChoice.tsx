import { useId, useState } from 'react'
import { maxReasonLength, reasonTemplates } from '#contract/channels/review-queue.ts'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { languageNames } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Review.module.css'
import { loadReason, type Reason, type ReasonTemplate } from './reasons.ts'

interface ReasonChoiceProps {
  reason: Reason
  onChange: (reason: Reason) => void
}

const choices: readonly ReasonTemplate[] = [...reasonTemplates, 'own']

/** Templates have the reason in all languages; each text can be changed. */
export function ReasonChoice({ reason, onChange }: ReasonChoiceProps) {
  const [language, setLanguage] = useState<Locale>(locale())
  const id = useId()
  return (
    <section className={styles.reasons} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        {t('desk-review:reason.title')} <small>{t('desk-review:reason.hint')}</small>
      </h3>
      <div className={styles.templates}>
        {choices.map((template, at) => (
          <button
            key={template}
            type="button"
            data-reason={template}
            aria-pressed={reason.template === template}
            onClick={async () => onChange(await loadReason(template))}
          >
            <span className={styles.key} aria-hidden="true">
              {at + 1}
            </span>
            {t(`desk-review:reason.templates.${template}`)}
          </button>
        ))}
      </div>
      {reason.template !== null && (
        <div className={styles.texts}>
          <div role="tablist" aria-label={t('desk-review:reason.languages')} className={styles.tabs}>
            {locales.map((one) => (
              <button
                key={one}
                type="button"
                role="tab"
                id={`${id}-${one}`}
                aria-selected={one === language}
                aria-controls={`${id}-text`}
                data-filled={Boolean(reason.texts[one]?.trim()) || undefined}
                onClick={() => setLanguage(one)}
              >
                {languageNames[one]}
              </button>
            ))}
          </div>
          <div role="tabpanel" id={`${id}-text`} aria-labelledby={`${id}-${language}`}>
            <textarea
              className="input"
              aria-label={t('desk-review:reason.text', { language: languageNames[language] })}
              lang={language}
              rows={3}
              maxLength={maxReasonLength}
              value={reason.texts[language] ?? ''}
              onChange={({ target }) =>
                onChange({ ...reason, texts: { ...reason.texts, [language]: target.value } })
              }
            />
          </div>
        </div>
      )}
    </section>
  )
}
