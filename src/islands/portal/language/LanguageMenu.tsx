import { locales } from '#contract/platform/locale.ts'
import { languageNames, localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './LanguageMenu.module.css'

interface LanguageMenuProps {
  /** Excludes the language. */
  path: string
  upward?: boolean
}

export function LanguageMenu({ path, upward = false }: LanguageMenuProps) {
  return (
    <details
      className={`muted relative ${styles.languages}`}
      data-menu="languages"
      data-upward={upward || undefined}
    >
      <summary className="line gap-tight rounded">
        <span className="visually-hidden">{t('common:language')}</span>
        {languageNames[locale()]}
        <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
          <path d="m2.5 4.5 3.5 3.5 3.5-3.5" />
        </svg>
      </summary>
      <ul className="menu">
        {locales.map((language) => (
          <li key={language}>
            <a
              href={localizePath(path, language)}
              lang={language}
              hrefLang={language}
              data-language={language}
              aria-current={language === locale() ? 'true' : undefined}
            >
              {languageNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
