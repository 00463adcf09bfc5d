import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { findStep } from '#islands/reports/dashboard/payday/describe-payday.ts'
import { PaydayRows } from '#islands/reports/dashboard/payday/PaydayRows.tsx'
import { PaydayStepButton } from '#islands/reports/dashboard/payday/PaydayStepButton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Statements.module.css'
import { payday } from './state/store.ts'

interface OutlookProps {
  isOwn: boolean
  /** Shown if the outlook cannot be loaded: the list itself knows what is held. */
  fallback: ReactNode
}

/** Shows what is held and what the next paydays are likely to bring, and asks for what is missing. */
export function PaydayOutlook({ isOwn, fallback }: OutlookProps) {
  const { key, result, error } = useStore(payday.$state)
  if (!result || !isSameKey(result.key, key)) return error ? fallback : <PaydayOutlookSkeleton />
  const { data } = result
  // The banner asks for the verification of channels.
  const step = isOwn ? findStep(data, 0) : null
  return (
    <div className={styles.outlook}>
      <PaydayRows payday={data} estimates={data.estimates} isOwn={isOwn} />
      {step && (
        <div className={styles.outlookStep}>
          {data.held > 0 && (
            <p className="note">{t('payday:step.held', { day: formatDay(data.nextPayday, locale()) })}</p>
          )}
          <PaydayStepButton step={step} />
        </div>
      )}
    </div>
  )
}

const PaydayOutlookSkeleton = () => (
  <div className={styles.outlook} aria-hidden="true">
    <Skeleton height="48px" />
    <Skeleton height="48px" />
  </div>
)
