import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Payment.module.css'

async function copy(label: string, value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value)
    notify('success', t('payment:copied', { label }))
  } catch {
    // No permission, or plain HTTP: the person can still take it by hand.
    notify('error', t('payment:notCopied', { label }))
  }
}

/** Takes what stands beside it into the clipboard. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={t('payment:copyOf', { label })}
      title={t('payment:copy')}
      onClick={() => copy(label, value)}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4" />
      </svg>
    </button>
  )
}
