import { useStore } from '@nanostores/react'
import { localePath } from '#lib/language.ts'
import { $site } from '#lib/site.ts'
import { locale, t } from '#lib/strings.ts'
import styles from './Frame.module.css'

export function Brand() {
  const site = useStore($site, { ssr: 'initial' })
  return (
    <a className={styles.brand} href={localePath('/', locale())}>
      <span className="brand-mark" aria-hidden="true" />
      <span className="visually-hidden">{t('common:home')}</span>
      {/* The script in the head has written the name already. */}
      <span data-site-name suppressHydrationWarning>
        {site?.name ?? '\u00a0'}
      </span>
    </a>
  )
}
