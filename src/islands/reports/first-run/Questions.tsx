import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './FirstRun.module.css'

/** Each is answered by a guide. */
const questions = [
  { name: 'code', path: '/guides/auths' },
  { name: 'phone', path: '/guides/mobile-upload' },
  { name: 'pc', path: '/guides/pc-upload' },
  { name: 'rules', path: '/guides' },
  { name: 'limit', path: '/guides/mobile-unlock' },
]

export const Questions = () => (
  <section className={styles.questions} aria-labelledby="first-questions">
    <h2 id="first-questions">{t('first-run:questions.title')}</h2>
    <ul className="divided">
      {questions.map(({ name, path }) => (
        <li key={name}>
          <a href={localizePath(path, locale())}>
            {t(`first-run:questions.${name}`)}
            <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
              <path d="m6 3.500 4.500 4.500L6 12.500" />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  </section>
)
