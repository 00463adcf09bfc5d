import { useStore } from '@nanostores/react'
import { $isVerificationNeeded } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { Icon } from './Icon.tsx'

/** Reminds the user on every view to verify a channel. */
export function VerificationBanner() {
  const isNeeded = useStore($isVerificationNeeded)
  if (!isNeeded) return null
  return (
    <p className="panel banner" data-tone="warn">
      <Icon name="warning" />
      <span className="ink">
        <strong>{t('shell:verify.title')}</strong> {t('shell:verify.text')}{' '}
        <a href={localizePath('/manage-channel?state=unverified', locale())}>{t('shell:verify.link')}</a>
      </span>
    </p>
  )
}
