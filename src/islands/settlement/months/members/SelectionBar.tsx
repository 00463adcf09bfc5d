import { useStore } from '@nanostores/react'
import type { Currency } from '#contract/platform/currency.ts'
import { $selection, clearSelection } from '#islands/settlement/months/state/selection.ts'
import { formatAmount } from '#lib/format/amount.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './SelectionBar.module.css'

export function SelectionBar({ currency }: { currency: Currency }) {
  const selection = useStore($selection)
  const sum = selection.reduce((total, { payable }) => total + payable, 0)
  const text = t('months:select.count', {
    count: selection.length,
    amount: formatAmount(sum, currency, locale()),
  })
  return (
    <section className={styles.place} aria-label={t('months:select.bar')}>
      <p className="visually-hidden" role="status">
        {selection.length > 0 && text}
      </p>
      {selection.length > 0 && (
        <div className={styles.bar}>
          <b aria-hidden="true">{text}</b>
          <button type="button" onClick={() => openDialog('pay', 'selected')}>
            {t('months:select.pay')}
          </button>
          <button type="button" aria-label={t('months:select.clear')} onClick={clearSelection}>
            <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M3 3l6 6M9 3l-6 6" />
            </svg>
          </button>
        </div>
      )}
    </section>
  )
}
