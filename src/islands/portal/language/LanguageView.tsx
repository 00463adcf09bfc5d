import { locales } from '#contract/platform/locale.ts'
import cards from '#islands/kit/ui/FactCard.module.css'
import { languageNames, localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './LanguageView.module.css'

export function LanguageView() {
  return (
    <div className={cards.view}>
      <h1 tabIndex={-1}>{t('shell:views.language')}</h1>
      <p className={cards.lead}>{t('language:lead')}</p>
      <ul className={styles.list}>
        {locales.map((language) => (
          <li key={language}>
            <a
              className="line justify-between medium"
              href={localizePath('/language', language)}
              hrefLang={language}
              lang={language}
              data-language={language}
              aria-current={language === locale() ? 'true' : undefined}
            >
              {languageNames[language]}
              <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
                <path d="m3 8.5 3.4 3.4L13 5" />
              </svg>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
