import type { Currency } from '#contract/platform/params.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

interface MemberProfitProps {
  /** null where it is not shown. */
  amount: number | null
  currency: Currency
  /** Names the figure on the page. */
  figure?: string
}

/** What is left to a member after the fee, below the profit. */
export const MemberProfit = ({ amount, currency, figure = 'memberProfit' }: MemberProfitProps) =>
  amount !== null && (
    <p className="note" data-figure={figure}>
      {t('reports:figures.memberProfit')}{' '}
      <b className="ink bold">{formatMoney(amount, currency, locale())}</b>
    </p>
  )
