import type { Currency } from '#contract/platform/params.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

/** What is left to a member after the fee, below the profit. `amount` is null where that is not shown. */
export const MemberProfit = ({ amount, currency }: { amount: number | null; currency: Currency }) =>
  amount !== null && (
    <p className="note" data-figure="memberProfit">
      {t('reports:figures.memberProfit')}{' '}
      <b className="ink bold">{formatMoney(amount, currency, locale())}</b>
    </p>
  )
