import { useStore } from '@nanostores/react'
import { $user } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ImpersonationBanner.module.css'

/** Stands on every page while somebody looks at the portal as another person: CSS shows it before the profile is there. */
export function ImpersonationBanner() {
  const user = useStore($user, { ssr: 'initial' })
  return (
    <aside className={styles.banner} data-audience="impersonator" aria-label={t('shell:impersonation.title')}>
      <p>
        {t('shell:impersonation.text')} <b data-user="nickname">{user?.nickname}</b>
      </p>
      <a className="button" href={localizePath('/dashboard?leave=1', locale())}>
        {t('shell:impersonation.end')}
      </a>
    </aside>
  )
}
