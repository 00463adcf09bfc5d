import { useStore } from '@nanostores/react'
import { useId, useRef } from 'react'
import type { MonthClosing } from '#contract/settlement/month-closing.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { formatMonth } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Closing.module.css'
import { $explanations, $hasTried, $rateReason, decide } from './decision.ts'

interface CloseBarProps {
  closing: MonthClosing
  given: number | undefined
  isStale: boolean
}

/** Asks before it closes the month. Reasons that are missing then become errors of their fields. */
export function CloseBar({ closing, given, isStale }: CloseBarProps) {
  const id = useId()
  const bar = useRef<HTMLDivElement>(null)
  const explanations = useStore($explanations)
  const rateReason = useStore($rateReason)
  const hasTried = useStore($hasTried)
  const { draft, month, obstacles, summary } = closing
  const isComplete = decide({ closing, given, explanations, rateReason }) !== null
  const blocked = findBlocked()
  const reason = blocked ?? (hasTried && !isComplete ? 'incomplete' : null)

  function findBlocked(): 'blocked' | 'noRate' | 'loading' | null {
    if (isStale) return 'loading'
    if (obstacles.some(({ canBeExplained }) => !canBeExplained)) return 'blocked'
    return draft === null ? 'noRate' : null
  }

  function close() {
    if (isComplete) return openDialog('close')
    $hasTried.set(true)
    requestAnimationFrame(() =>
      bar.current?.closest('section')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }

  return (
    <div className={styles.bar} ref={bar}>
      <div className={styles.barText}>
        {summary && (
          <p className="bold">
            {t('month-closing:bar.freeze', {
              count: summary.statements,
              total: formatNumber(summary.statements, locale()),
            })}
          </p>
        )}
        <p className="caption">
          {t('month-closing:bar.until')}{' '}
          {draft !== null && (
            <span className="nowrap">
              {t('month-closing:bar.draft', { draft: '' })}
              <code>{draft}</code>
            </span>
          )}
        </p>
        {reason && (
          <p className="text-s warn" id={`${id}-reason`}>
            {t(`month-closing:reasons.${reason}`)}
          </p>
        )}
      </div>
      <Button
        kind="primary"
        disabled={blocked !== null}
        aria-describedby={reason ? `${id}-reason` : undefined}
        onClick={close}
      >
        {t('month-closing:close', { month: formatMonth(month, locale()) })}
      </Button>
    </div>
  )
}
