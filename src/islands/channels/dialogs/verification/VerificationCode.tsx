import styles from '#islands/channels/dialogs/parts/Verification.module.css'
import { Button } from '#islands/kit/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import { copyText } from '#lib/page/clipboard.ts'

export function VerificationCode({ code }: { code: string | null }) {
  if (code === null) return null
  const texts = {
    copied: t('channel-dialogs:verify.copied'),
    failed: t('channel-dialogs:verify.notCopied', { code }),
  }
  return (
    <div className={styles.code}>
      <span className="visually-hidden">{t('channel-dialogs:verify.code')}</span>
      <code>{code}</code>
      <Button onClick={() => copyText(code, texts)}>{t('channel-dialogs:verify.copy')}</Button>
    </div>
  )
}
