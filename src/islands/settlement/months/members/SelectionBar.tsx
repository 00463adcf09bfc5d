import { useStore } from '@nanostores/react'
import type { Currency } from '#contract/platform/currency.ts'
import { SelectionBar as Bar } from '#islands/kit/tables/SelectionBar.tsx'
import { $selection, statementSelection } from '#islands/settlement/months/state/selection.ts'
import { formatAmount } from '#lib/format/amount.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'

export function SelectionBar({ currency }: { currency: Currency }) {
  const selection = useStore($selection)
  const count = selection.length
  const sum = selection.reduce((total, { payable }) => total + payable, 0)
  const amount = formatAmount(sum, currency, locale())
  return (
    <Bar
      label={t('months:select.bar')}
      text={count > 0 ? t('months:select.count', { count, amount }) : null}
      clearLabel={t('months:select.clear')}
      onClear={statementSelection.clear}
    >
      <button type="button" onClick={() => openDialog('pay', 'selected')}>
        {t('months:select.pay')}
      </button>
    </Bar>
  )
}
