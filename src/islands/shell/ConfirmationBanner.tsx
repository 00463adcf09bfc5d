import { useState } from 'react'
import { requestConfirmation } from '#contract/email-links.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { loadProfile } from '#lib/page/profile.ts'
import { notify } from '#lib/page/snackbars.ts'
import { Icon } from './Icon.tsx'

/** Prerendered on every page; hidden by `data-audience` unless the address is unconfirmed. */
export function ConfirmationBanner() {
  const [pending, setPending] = useState(false)
  async function sendAgain() {
    setPending(true)
    try {
      await call(requestConfirmation, { body: {} })
      notify('success', t('shell:confirm.sent'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Confirmed in the meantime, elsewhere.
      if (error.code === 'changed') await loadProfile()
      else notify('error', error.message)
    } finally {
      setPending(false)
    }
  }
  return (
    <p className="panel banner" data-tone="warn" data-audience="unconfirmed">
      <Icon name="warning" />
      <span className="ink">
        <strong>{t('shell:confirm.title')}</strong> {t('shell:confirm.text')}{' '}
        <button type="button" className="inline-button" disabled={pending} onClick={sendAgain}>
          {t('shell:confirm.again')}
        </button>
      </span>
    </p>
  )
}
