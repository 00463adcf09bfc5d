import { maxSearchLength } from '#contract/platform/params.ts'
import { t } from '#lib/i18n/strings.ts'
import { navigate } from '#lib/navigation/router.ts'
import styles from './Search.module.css'

/** On screens that the search leads to: starts another one. Needs the texts of the namespace `desk-search`. */
export const SearchForm = () => (
  <search>
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const text = String(new FormData(event.currentTarget).get('q') ?? '').trim()
        navigate(text === '' ? '/desk/search' : `/desk/search?q=${encodeURIComponent(text)}`)
      }}
    >
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.2 10.2l3.3 3.3" />
      </svg>
      <input
        className="input"
        name="q"
        type="search"
        aria-label={t('desk-search:label')}
        placeholder={t('desk-search:label')}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxSearchLength}
      />
    </form>
  </search>
)
