import { useState } from 'react'
import { requestConfirmation } from '#contract/people/email-links.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { loadProfile } from '#lib/page/profile.ts'
import { notify } from '#lib/page/snackbars.ts'
import type { PaydayStep } from './describe-payday.ts'

const paths: Record<Exclude<PaydayStep, 'confirm'>, string> = {
  enter: '/config-account?payee=1',
  correct: '/config-account?payee=1',
  verify: '/manage-channel?state=unverified',
}

/** `large`: the one primary action of a screen. */
export const PaydayStepButton = ({ step }: { step: PaydayStep }) =>
  step === 'confirm' ? (
    <ConfirmButton />
  ) : (
    <a
      className="button large"
      data-kind="primary"
      data-payday-step={step}
      href={localizePath(paths[step], locale())}
    >
      {t(`payday:step.${step}`)}
    </a>
  )

function ConfirmButton() {
  const [pending, setPending] = useState(false)
  async function sendAgain() {
    setPending(true)
    try {
      await call(requestConfirmation, { body: {} })
      notify('success', t('shell:confirm.sent'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Somebody confirmed it elsewhere in the meantime.
      if (error.code === 'changed') await loadProfile()
      else notify('error', error.message)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button className="large" kind="primary" pending={pending} data-payday-step="confirm" onClick={sendAgain}>
      {t('payday:step.confirm')}
    </Button>
  )
}
