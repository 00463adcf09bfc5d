import { useStore } from '@nanostores/react'
import type { FeeChange } from '#contract/member-changes.ts'
import { formatRate } from '#islands/members/member-facts.tsx'
import { formatDay } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Skeleton } from '#shared/Skeleton.tsx'
import styles from './Dialogs.module.css'
import { fees } from './fees.ts'

/** Which rate counted from which day on. */
export function FeeHistory() {
  const { question, answer, error } = useStore(fees.$state)
  const known = answer?.question.target === question?.target ? answer : null
  return (
    <section className={styles.history} aria-busy={known === null && error === null}>
      <h3>{t('member-dialogs:fee.history')}</h3>
      {known ? <Rates fees={known.data.fees} /> : error ? <Failed text={error.message} /> : <Waiting />}
    </section>
  )
}

function Rates({ fees }: { fees: readonly FeeChange[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('member-dialogs:fee.from')}</th>
          <th scope="col">{t('members:fact.fee')}</th>
        </tr>
      </thead>
      <tbody>
        {fees.map(({ from_day, fee_rate }) => (
          <tr key={from_day}>
            <th scope="row">{formatDay(from_day, locale())}</th>
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

const Waiting = () => (
  <p>
    <span className="visually-hidden">{t('common:loading')}</span>
    <Skeleton height="94px" />
  </p>
)

const Failed = ({ text }: { text: string }) => (
  <div role="alert">
    <p>{text}</p>
    <Button onClick={fees.reload}>{t('common:retry')}</Button>
  </div>
)
