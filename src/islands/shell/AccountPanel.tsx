import { useStore } from '@nanostores/react'
import { $user } from '#lib/api/session.ts'
import { languageNames, localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import { $currency, $site } from '#lib/site/site.ts'
import styles from './AppShell.module.css'
import { Icon } from './Icon.tsx'

function VisitorLinks() {
  return (
    <div className={styles.account} data-audience="visitor">
      <a className={`line gap-3 full medium ${styles.visitorLink}`} href={localizePath('/login', locale())}>
        {t('common:login')}
      </a>
      <a className={`line gap-3 full medium ${styles.visitorLink}`} href={localizePath('/join', locale())}>
        {t('common:join')}
      </a>
    </div>
  )
}

function CurrentUser() {
  const user = useStore($user, { ssr: 'initial' })
  const site = useStore($site, { ssr: 'initial' })
  const currency = useStore($currency, { ssr: () => 'KRW' as const })
  return (
    <p className={styles.user}>
      <span className={styles.email} title={user?.email}>
        {user?.email ?? '\u00a0'}
      </span>
      <span>{[languageNames[locale()], ...(site ? [currency] : [])].join(' · ')}</span>
    </p>
  )
}

export function AccountPanel({ showsUser = true }: { showsUser?: boolean }) {
  return (
    <>
      <div className={styles.account} data-audience="account">
        {showsUser && <CurrentUser />}
        <button
          className={`line gap-3 full medium ${styles.logout}`}
          type="button"
          data-open="logout"
          onClick={() => setParams({ logout: '1', menu: undefined })}
        >
          <Icon name="logout" />
          {t('shell:logout.title')}
        </button>
      </div>
      <VisitorLinks />
    </>
  )
}
