import { useStore } from '@nanostores/react'
import { $verifyNeeded } from '#lib/session.ts'
import { t } from '#lib/strings.ts'
import { Icon } from './Icon.tsx'
import styles from './VerifyBanner.module.css'

/** Says on every view that a channel waits to be verified. */
export function VerifyBanner() {
  const needed = useStore($verifyNeeded)
  if (!needed) return null
  return (
    <p className={styles.warning}>
      <Icon name="warning" />
      <span>
        <strong>{t('console:verify.title')}</strong> {t('console:verify.text')}
      </span>
    </p>
  )
}
