import type { Currency } from '#contract/platform/params.ts'
import type { Payday, PaydayEstimate } from '#contract/settlement/payday.ts'
import { formatDay, formatMonthShort } from '#lib/format/day.ts'
import { formatMoney, formatMoneyShort } from '#lib/format/number.ts'
import { formatRange, getRangeSeparator } from '#lib/format/range.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { MoneySign } from './MoneySign.tsx'
import styles from './Payday.module.css'

/** Two rows as a rule, so that the card keeps its height. */
const usualRows = 2

interface RowsProps {
  payday: Payday
  estimates: readonly PaydayEstimate[]
  /** False: a manager reads those of a member. */
  isOwn: boolean
}

/** Shows what is held, with the reason, and what the next months are likely to pay. */
export const PaydayRows = ({ payday, estimates, isOwn }: RowsProps) => (
  <ul className={styles.rows}>
    {(payday.held > 0 || estimates.length < usualRows) && <HeldRow payday={payday} isOwn={isOwn} />}
    {estimates.map((estimate) => (
      <EstimateRow key={estimate.month} estimate={estimate} payday={payday} />
    ))}
  </ul>
)

function HeldRow({ payday, isOwn }: Pick<RowsProps, 'payday' | 'isOwn'>) {
  const { held, currency } = payday
  if (held <= 0) {
    return (
      <li data-held="none">
        <MoneySign kind="held" />
        <span className={styles.name}>{t('payout:held')}</span>
        <span className="muted">{t('payday:held.none')}</span>
      </li>
    )
  }
  return (
    <li data-held={payday.payoutAccount}>
      <MoneySign kind="held" />
      <span className={styles.name}>
        <b>{t('payout:held')}</b> <small>{t('payday:held.tax')}</small>
        <small>{describeReason(payday, isOwn)}</small>
      </span>
      <b data-figure="held">{formatMoney(held, currency, locale())}</b>
    </li>
  )
}

function describeReason({ payoutAccount, confirmedBy }: Payday, isOwn: boolean): string {
  if (payoutAccount === 'entered') return t(`payday:held.entered.${confirmedBy}`)
  if (isOwn || payoutAccount === 'rejected') return t(`payday:held.${payoutAccount}`)
  return t('payday:held.member')
}

function EstimateRow({ estimate, payday }: { estimate: PaydayEstimate; payday: Payday }) {
  const { currency } = payday
  return (
    <li data-estimate={estimate.month}>
      <MoneySign kind="estimated" />
      <span className={styles.name}>
        <b>{t('payday:estimate.title', { day: formatDay(estimate.day, locale()) })}</b>
        <small>{describeEstimate(estimate, payday)}</small>
      </span>
      {estimate.range ? (
        <AmountRange range={estimate.range} currency={currency} />
      ) : (
        <span className="muted">{t('payday:estimate.unknown')}</span>
      )}
    </li>
  )
}

/** Says of which month it is, and before or after what. */
export function describeEstimate(
  { month, tax, reachesMinimum }: PaydayEstimate,
  { minimum, currency }: Pick<Payday, 'minimum' | 'currency'>,
): string {
  const values = {
    month: formatMonthShort(month, locale()),
    minimum: formatMoney(minimum, currency, locale()),
  }
  return reachesMinimum ? t(`payday:estimate.${tax}`, values) : t('payday:estimate.below', values)
}

export function AmountRange({
  range: { low, high },
  currency,
}: {
  range: NonNullable<PaydayEstimate['range']>
  currency: Currency
}) {
  const exact = (amount: number) => formatMoney(amount, currency, locale())
  const short = (amount: number) => formatMoneyShort(amount, currency, locale())
  if (low === high) return <b data-figure="estimate">{t('payday:estimate.about', { amount: exact(low) })}</b>
  return (
    <b data-figure="estimate" title={formatRange(exact(low), exact(high), locale())}>
      <span className="nowrap">{short(low)}</span>
      {getRangeSeparator(locale())}
      <wbr />
      <span className="nowrap">{short(high)}</span>
    </b>
  )
}
