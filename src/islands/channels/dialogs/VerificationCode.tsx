import { Button } from '#islands/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import verificationStyles from './Verification.module.css'

/** The code for the channel's description, to be copied. */
export function VerificationCode({ code }: { code: string | null }) {
  if (code === null) return null
  return (
    <div className={verificationStyles.codeBox}>
      <span className="visually-hidden">{t('channel-dialogs:verify.code')}</span>
      <code>{code}</code>
      <Button onClick={() => copyCode(code)}>{t('channel-dialogs:verify.copy')}</Button>
    </div>
  )
}

async function copyCode(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code)
    notify('success', t('channel-dialogs:verify.copied'))
  } catch {
    // No permission, or plain HTTP: the person can still take it by hand.
    notify('error', t('channel-dialogs:verify.notCopied', { code }))
  }
}
