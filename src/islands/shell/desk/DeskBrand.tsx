import { useStore } from '@nanostores/react'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $site } from '#lib/site/site.ts'
import styles from './DeskShell.module.css'

export function DeskBrand() {
  const site = useStore($site, { ssr: 'initial' })
  return (
    <a className={styles.brand} href={localizePath('/desk', locale())}>
      <span className="brand-mark" aria-hidden="true" />
      {/* The head script has already inserted the name. */}
      <span data-site-name title={site?.name} suppressHydrationWarning>
        {site?.name ?? '\u00a0'}
      </span>
      <small className={styles.mark}>{t('desk:mark')}</small>
    </a>
  )
}
