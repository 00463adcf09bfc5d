import { t } from '#lib/i18n/strings.ts'
import { DeletionAmounts } from './DeletionAmounts.tsx'
import { PointList } from './DialogParts.tsx'
import { getDeletionRule, getDeletionTexts, useDeletionMoney } from './deletion-money.ts'

/** Explains what deleting an account, by default the caller's, does to its money: nothing without any or while it is unknown. */
export function AccountMoney({ member }: { member?: number }) {
  const money = useDeletionMoney({ member })
  if (!money || (money.amount <= 0 && money.requested === 0 && money.estimated <= 0)) return null
  const rule = getDeletionRule(money)
  const isMember = member !== undefined
  const getText = (name: 'below' | 'above') => t(`${getDeletionTexts(isMember)}${name}.${money.currency}`)
  return (
    <PointList
      tone="warn"
      title={t('balance:title')}
      note={<DeletionAmounts money={money} isMember={isMember} />}
      points={money.forfeits ? [getText('below'), getText('above')] : []}
      emphasized={rule ? getText(rule) : undefined}
    />
  )
}
