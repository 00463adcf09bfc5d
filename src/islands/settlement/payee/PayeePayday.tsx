import { useStore } from '@nanostores/react'
import type { Payday } from '#contract/settlement/payday.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { countDaysUntil } from '#islands/reports/dashboard/payday/describe-payday.ts'
import { MoneySign } from '#islands/reports/dashboard/payday/MoneySign.tsx'
import { ownPayday } from '#islands/reports/dashboard/payday/store.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Payee.module.css'

/** Says what waits for the payout account, and when it is paid. */
export function PayeePayday() {
  const { result, error } = useStore(ownPayday.$state)
  if (error && !result) return null
  return (
    <div className={styles.payday}>{result ? <Lines payday={result.data} /> : <Skeleton width="70%" />}</div>
  )
}

function Lines({ payday: { payday, held, nextPayday, currency } }: { payday: Payday }) {
  const money = (amount: number) => formatMoney(amount, currency, locale())
  const isDue = payday !== null && countDaysUntil(payday.day) >= 0
  if (!isDue && held <= 0)
    return (
      <p className="note" data-payday="none">
        {t('payout:none')}
      </p>
    )
  return (
    <>
      {isDue && (
        <p data-payday="final">
          <MoneySign kind="final" />
          {t('payday:payee.next', { day: formatDay(payday.day, locale()), amount: money(payday.amount) })}
        </p>
      )}
      {held > 0 && (
        <p data-payday="held">
          <MoneySign kind="held" />
          <span>
            {t('payday:payee.held', { amount: money(held) })}{' '}
            <small>{t('payday:payee.heldDay', { day: formatDay(nextPayday, locale()) })}</small>
          </span>
        </p>
      )}
    </>
  )
}
