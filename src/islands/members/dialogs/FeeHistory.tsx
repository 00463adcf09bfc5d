import { useStore } from '@nanostores/react'
import type { FeeRateChange } from '#contract/member-management.ts'
import styles from '#islands/members/Members.module.css'
import { formatRate } from '#islands/members/member-cells.tsx'
import table from '#islands/tables/Table.module.css'
import { Button } from '#islands/ui/Button.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { feeHistory } from './fee-history.ts'

export function FeeHistory() {
  const { key, result, error } = useStore(feeHistory.$state)
  const current = result?.key.target === key?.target ? result : null
  return (
    <section className={`grid gap-2 text-s ${styles.history}`} aria-busy={current === null && error === null}>
      <h3 className="text-s medium">{t('member-dialogs:fee.history')}</h3>
      {current ? (
        <FeeRateTable fees={current.data.fees} />
      ) : error ? (
        <FeeHistoryFailure text={error.message} />
      ) : (
        <FeeHistorySkeleton />
      )}
    </section>
  )
}

function FeeRateTable({ fees }: { fees: readonly FeeRateChange[] }) {
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('member-dialogs:fee.from')}</th>
          <th scope="col">{t('members:column.fee')}</th>
        </tr>
      </thead>
      <tbody>
        {fees.map(({ fromDay, fee_rate }) => (
          <tr key={fromDay}>
            <th scope="row">{formatDay(fromDay, locale())}</th>
            <td>{formatRate(fee_rate)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">
            {t(fees.length > 0 ? 'member-dialogs:fee.before' : 'member-dialogs:fee.always')}
          </th>
          <td>{formatRate(0)}</td>
        </tr>
      </tbody>
    </table>
  )
}

const FeeHistorySkeleton = () => (
  <p>
    <span className="visually-hidden">{t('common:loading')}</span>
    <Skeleton height="94px" />
  </p>
)

const FeeHistoryFailure = ({ text }: { text: string }) => (
  <div className="grid gap-2 bad" role="alert">
    <p>{text}</p>
    <Button onClick={feeHistory.reload}>{t('common:retry')}</Button>
  </div>
)
