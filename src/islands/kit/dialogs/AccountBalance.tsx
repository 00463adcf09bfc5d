import { t } from '#lib/i18n/strings.ts'
import { BalanceText } from './BalanceText.tsx'
import { getDeletionRule, useBalance } from './balance.ts'
import { PointList } from './DialogParts.tsx'

/** Explains what deleting an account does to its balance. Renders nothing without a balance or while it is unknown. */
export function AccountBalance({ member }: { member?: number }) {
  const balance = useBalance(member)
  const rule = balance && getDeletionRule(balance)
  if (!balance || !rule) return null
  const getText = (name: string) => t(`balance:${name}.${balance.currency}`)
  return (
    <PointList
      tone="warn"
      title={t('balance:title')}
      note={<BalanceText balance={balance} whose={member === undefined ? 'own' : 'member'} />}
      points={[getText('below'), getText('above')]}
      emphasized={getText(rule)}
    />
  )
}
