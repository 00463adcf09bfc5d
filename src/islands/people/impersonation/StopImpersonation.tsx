import { useEffect } from 'react'
import { t } from '#lib/i18n/strings.ts'
import { stopImpersonation } from './impersonate.ts'

export function StopImpersonation() {
  useEffect(() => void stopImpersonation(), [])
  return (
    <p className="visually-hidden" role="status">
      {t('common:loading')}
    </p>
  )
}
