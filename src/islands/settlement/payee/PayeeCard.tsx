import { useStore } from '@nanostores/react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Fact, FactCard, Facts } from '#islands/kit/ui/FactCard.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { PayeeFacts } from './PayeeFacts.tsx'
import { PayeePayday } from './PayeePayday.tsx'
import { ownPayee } from './store.ts'

/** Shows the account's own payout account. Its button opens the screen's dialog `payee`. */
export function PayeeCard() {
  const { result, error } = useStore(ownPayee.$state)
  const payee = result?.data.payee
  return (
    <FactCard title={t('payout:account')} note={t('payee:lead')} aria-busy={!result && !error}>
      {payee && <PayeeFacts payee={payee} />}
      {!result && error && <LoadFailure title={t('payee:failed')} error={error} onRetry={ownPayee.reload} />}
      {!result && !error && <PayeeSkeleton />}
      {(result || !error) && <PayeePayday />}
      {result && (
        <Button onClick={() => openDialog('payee')}>{t(payee ? 'payee:change' : 'payout:enter')}</Button>
      )}
    </FactCard>
  )
}

/** Reserves the height of entered details. */
const PayeeSkeleton = () => (
  <Facts>
    {(['state', 'kind', 'name', 'bank', 'account'] as const).map((field) => (
      <Fact
        key={field}
        name={`payee-${field}`}
        label={t(field === 'state' ? 'common:status' : `payee:field.${field}`)}
      >
        <Skeleton width="120px" />
      </Fact>
    ))}
  </Facts>
)
