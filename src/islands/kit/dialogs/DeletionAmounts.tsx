import { amountUnits } from '#contract/platform/currency.ts'
import type { DeletionMoney } from '#contract/settlement/deletions.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { getDeletionTexts } from './deletion-money.ts'

interface DeletionAmountsProps {
  money: DeletionMoney
  /** Somebody else deletes the member whose money it is. */
  isMember?: boolean
}

/** Names the exact amounts that are lost with a deletion, or stay. One point equals one won. */
export function DeletionAmounts({ money, isMember = false }: DeletionAmountsProps) {
  const { forfeits, amount, requested, estimated, currency } = money
  const format = (value: number) => formatMoney(value, currency, locale())
  const points = formatNumber(Math.round(amount / amountUnits[currency]), locale())
  const whose = getDeletionTexts(isMember)
  const sentences = [
    requested > 0 && t('balance:requested', { amount: format(requested) }),
    estimated > 0 &&
      t(`balance:${forfeits ? 'estimatedLost' : 'estimatedKept'}`, { amount: format(estimated) }),
  ]
  return (
    <p data-lost={forfeits ? amount : 0}>
      <b className="bold">
        {amount <= 0
          ? t(`${whose}none`)
          : forfeits
            ? t(`${whose}lost.${currency}`, { points, amount: format(amount) })
            : t('balance:kept', { amount: format(amount) })}
      </b>{' '}
      {sentences.filter((sentence) => sentence !== false).join(' ')}
    </p>
  )
}
