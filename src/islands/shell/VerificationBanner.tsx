import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { Icon } from './Icon.tsx'

/** Prerendered on every page; hidden by `data-audience` unless a channel is unverified. */
export const VerificationBanner = () => (
  <p className="panel banner" data-tone="warn" data-audience="unverified">
    <Icon name="warning" />
    <span className="ink">
      <strong>{t('shell:verify.title')}</strong> {t('shell:verify.text')}{' '}
      <a href={localizePath('/manage-channel?state=unverified', locale())}>{t('shell:verify.link')}</a>
    </span>
  </p>
)
