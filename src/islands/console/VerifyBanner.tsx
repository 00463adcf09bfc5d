import { useStore } from '@nanostores/react'
import { localePath } from '#lib/language.ts'
import { $verifyNeeded } from '#lib/session.ts'
import { locale, t } from '#lib/strings.ts'
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
        <strong>{t('console:verify.title')}</strong> {t('console:verify.text')}{' '}
        <a href={localePath('/manage-channel?state=unverified', locale())}>{t('console:verify.link')}</a>
      </span>
    </p>
  )
}
