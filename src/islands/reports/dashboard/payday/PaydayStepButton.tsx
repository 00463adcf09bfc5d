import { useConfirmationMail } from '#islands/kit/hooks/use-confirmation-mail.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
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
      {t(step === 'enter' ? 'payout:enter' : `payday:step.${step}`)}
    </a>
  )

function ConfirmButton() {
  const { pending, send } = useConfirmationMail()
  return (
    <Button className="large" kind="primary" pending={pending} data-payday-step="confirm" onClick={send}>
      {t('payday:step.confirm')}
    </Button>
  )
}
