import { amountUnits } from '#contract/platform/currency.ts'
import type { Balance } from '#contract/settlement/statements.ts'
import { formatAmount } from '#lib/format/amount.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

interface BalanceTextProps {
  balance: Balance
  whose: 'own' | 'member'
}

/** One point equals one won. */
export function BalanceText({ balance: { balance, awaiting, currency }, whose }: BalanceTextProps) {
  const money = (amount: number) => formatAmount(amount, currency, locale())
  return (
    <p data-balance={balance}>
      <b className="bold">
        {t(`balance:${whose}.${currency}`, {
          points: formatNumber(Math.round(balance / amountUnits[currency]), locale()),
          amount: money(balance),
        })}
      </b>
      {awaiting > 0 && ` ${t('balance:awaiting', { amount: money(awaiting) })}`}
    </p>
  )
}
