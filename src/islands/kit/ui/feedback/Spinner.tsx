import { useStore } from '@nanostores/react'
import { t } from '#lib/i18n/strings.ts'
import { $spinner } from '#lib/page/loading.ts'
import styles from './Spinner.module.css'

export function Spinner() {
  const spinner = useStore($spinner, { ssr: 'initial' })
  if (spinner === 'none') return null
  return (
    <div className={styles.cover} data-spinner={spinner} role="status">
      <span className="ring large" />
      <span className="visually-hidden">{t('common:loading')}</span>
    </div>
  )
}
