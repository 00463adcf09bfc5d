import { useId } from 'react'
import type { MonthClosing } from '#contract/settlement/month-closing.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { formatMonth } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Closing.module.css'

/** A closed month waits for its release, or is opened again. */
export function ClosedBar({ closing }: { closing: MonthClosing }) {
  const id = useId()
  const { month, needsOtherPerson, canReopen } = closing
  return (
    <div className={styles.bar}>
      <div className={styles.barText}>
        <p className="bold">{t('month-closing:closed.title')}</p>
        <p className="caption">{t('month-closing:closed.text')}</p>
        {needsOtherPerson && (
          <p className="text-s warn" id={`${id}-release`}>
            {t('month-closing:closed.otherPerson')}
          </p>
        )}
        {!canReopen && (
          <p className="text-s warn" id={`${id}-reopen`}>
            {t('month-closing:closed.laterClosed')}
          </p>
        )}
      </div>
      <Button
        disabled={!canReopen}
        aria-describedby={canReopen ? undefined : `${id}-reopen`}
        onClick={() => openDialog('reopen')}
      >
        {t('month-closing:closed.reopen')}
      </Button>
      <Button
        kind="primary"
        disabled={needsOtherPerson}
        aria-describedby={needsOtherPerson ? `${id}-release` : undefined}
        onClick={() => openDialog('release')}
      >
        {t('month-closing:closed.release', { month: formatMonth(month, locale()) })}
      </Button>
    </div>
  )
}

export const ReleasedBar = () => (
  <div className={styles.bar}>
    <div className={styles.barText}>
      <p className="bold">{t('month-closing:released.title')}</p>
      <p className="caption">{t('month-closing:released.text')}</p>
    </div>
  </div>
)

/** What the people who closed the month wrote down. */
export function ClosingRecord({ closing: { explanations, rateReason } }: { closing: MonthClosing }) {
  const isEmpty = explanations.length === 0 && rateReason === null
  return (
    <section className="stack gap-2" aria-labelledby="closing-record">
      <h3 className="text-s" id="closing-record">
        {t('month-closing:record.title')}
      </h3>
      {isEmpty ? (
        <p className="note">{t('month-closing:record.none')}</p>
      ) : (
        <dl className={styles.record}>
          {rateReason !== null && (
            <div>
              <dt>{t('month-closing:record.rate')}</dt>
              <dd>{rateReason}</dd>
            </div>
          )}
          {explanations.map(({ text, obstacle }) => (
            <div key={obstacle?.key ?? ''}>
              <dt>{obstacle?.text ?? t('month-closing:record.whole')}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
