import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { listedPeriods, type RequestedTime } from '#contract/reports/reports.ts'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { setTime } from '#islands/reports/state/store.ts'
import { getAdjacentTime } from '#islands/reports/state/time.ts'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { registerShortcut } from '#lib/navigation/shortcuts.ts'
import styles from './TimeControls.module.css'
import { TimePicker } from './TimePicker.tsx'

const selectPeriod = (period: RequestedTime['period']) => setTime({ period, from: undefined, to: undefined })

export function TimeControls() {
  const filter = useStore($filter)
  const { shown } = useDisplayedReport()
  const { range, bounds } = shown?.report ?? {}
  const displayed = shown && range && bounds ? { period: shown.time.period, range, bounds } : null
  useStepShortcuts(displayed)
  return (
    <div className={styles.controls}>
      <SegmentedControl
        label={t('reports:period.label')}
        value={filter.period}
        options={listedPeriods.map((value) => ({ value, label: t(`reports:period.${value}`) }))}
        onChange={selectPeriod}
      />
      <div className={styles.stepper}>
        <StepButton direction={-1} time={displayed && getAdjacentTime(displayed, -1)} />
        <TimePicker filter={filter} bounds={bounds} range={range}>
          {range ? formatDayRange(range.from, range.to, locale()) : t('reports:time.choose')}
        </TimePicker>
        <StepButton direction={1} time={displayed && getAdjacentTime(displayed, 1)} />
      </div>
    </div>
  )
}

const stepKeys = [
  { key: '[', direction: -1, name: 'previous' },
  { key: ']', direction: 1, name: 'next' },
] as const

function useStepShortcuts(displayed: Parameters<typeof getAdjacentTime>[0] | null): void {
  const latest = useRef(displayed)
  useEffect(() => {
    latest.current = displayed
  })
  useEffect(() => {
    const cleanups = stepKeys.map(({ key, direction, name }) =>
      registerShortcut({
        key,
        label: t(`reports:time.${name}`),
        run() {
          const time = latest.current && getAdjacentTime(latest.current, direction)
          if (time) setTime(time)
        },
      }),
    )
    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  }, [])
}

interface StepButtonProps {
  direction: -1 | 1
  /** null: no data there. */
  time: ReturnType<typeof getAdjacentTime>
}

function StepButton({ direction, time }: StepButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t(`reports:time.${direction === -1 ? 'previous' : 'next'}`)}
      aria-disabled={time === null || undefined}
      onClick={() => time && setTime(time)}
    >
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={direction === -1 ? 'M10 3.5 5.5 8l4.5 4.5' : 'M6 3.5 10.5 8 6 12.5'} />
      </svg>
    </button>
  )
}
