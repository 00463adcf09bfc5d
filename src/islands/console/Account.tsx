import { useStore } from '@nanostores/react'
import { languageNames, localePath } from '#lib/language.ts'
import { setParams } from '#lib/router.ts'
import { $user } from '#lib/session.ts'
import { $currency, $site } from '#lib/site.ts'
import { locale, t } from '#lib/strings.ts'
import styles from './Frame.module.css'
import { Icon } from './Icon.tsx'

/** The way in, for who is not signed in. */
function Visitor() {
  return (
    <div className={styles.account} data-for="visitor">
      <a className={styles.visit} href={localePath('/login', locale())}>
        {t('common:login')}
      </a>
      <a className={styles.visit} href={localePath('/join', locale())}>
        {t('common:join')}
      </a>
    </div>
  )
}

function Person() {
  const user = useStore($user, { ssr: 'initial' })
  const site = useStore($site, { ssr: 'initial' })
  const currency = useStore($currency, { ssr: () => 'KRW' as const })
  return (
    <p className={styles.person}>
      <span className={styles.email} title={user?.email}>
        {user?.email ?? '\u00a0'}
      </span>
      <span>{[languageNames[locale()], ...(site ? [currency] : [])].join(' · ')}</span>
    </p>
  )
}

/** Who is signed in, and the way out; for others the way in. A page without React opens its own dialog by `data-open`. */
export function Account({ named = true }: { named?: boolean }) {
  return (
    <>
      <div className={styles.account} data-for="account">
        {named && <Person />}
        <button
          className={styles.logout}
          type="button"
          data-open="logout"
          onClick={() => setParams({ logout: '1', menu: undefined })}
        >
          <Icon name="logout" />
          {t('console:logout.title')}
        </button>
      </div>
      <Visitor />
    </>
  )
}
