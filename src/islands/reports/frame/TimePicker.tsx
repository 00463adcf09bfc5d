import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { comparisons, type DayRange, presetPeriods, type RequestedTime } from '#contract/reports/reports.ts'
import { useDisclosure } from '#islands/kit/hooks/use-disclosure.ts'
import { setTime } from '#islands/reports/state/store.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './TimeControls.module.css'

interface TimePickerProps {
  filter: RequestedTime
  /** Range of the displayed report. */
  range: DayRange | undefined
  bounds: DayRange | undefined
  children: ReactNode
}

/** Offers all periods, any other range of days, and the comparison. */
export function TimePicker({ filter, range, bounds, children }: TimePickerProps) {
  const { isOpen, setOpen, container, trigger } = useDisclosure()
  const panelId = useId()
  function choose(time: Partial<RequestedTime>) {
    setTime(time)
    setOpen(false)
    trigger.current?.focus()
  }
  return (
    <div ref={container} className={styles.picker}>
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{children}</span>
        <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2.5 4.5 6 8l3.5-3.5" />
        </svg>
      </button>
      {isOpen && (
        <div id={panelId} className={styles.panel}>
          <Presets current={filter.period} onChoose={choose} />
          {bounds && <CustomRange range={range} bounds={bounds} onChoose={choose} />}
          <Comparisons current={filter.compare} />
        </div>
      )}
    </div>
  )
}

type Choose = (time: Partial<RequestedTime>) => void

function Presets({ current, onChoose }: { current: RequestedTime['period']; onChoose: Choose }) {
  return (
    <ul className={styles.presets} aria-label={t('reports:period.label')}>
      {presetPeriods.map((period) => (
        <li key={period}>
          <button
            type="button"
            aria-pressed={period === current}
            onClick={() => onChoose({ period, from: undefined, to: undefined })}
          >
            {t(`reports:period.${period}`)}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface CustomRangeProps {
  range: DayRange | undefined
  bounds: DayRange
  onChoose: Choose
}

function CustomRange({ range, bounds, onChoose }: CustomRangeProps) {
  const [from, setFrom] = useState(range?.from ?? bounds.from)
  const [to, setTo] = useState(range?.to ?? bounds.to)
  function submit(event: FormEvent) {
    event.preventDefault()
    onChoose({ period: 'custom', from, to })
  }
  return (
    <form className={styles.custom} onSubmit={submit}>
      <label>
        <span className="caption">{t('reports:time.from')}</span>
        <input
          className="input"
          type="date"
          required
          value={from}
          min={bounds.from}
          max={to || bounds.to}
          onChange={(event) => setFrom(event.target.value)}
        />
      </label>
      <label>
        <span className="caption">{t('reports:time.to')}</span>
        <input
          className="input"
          type="date"
          required
          value={to}
          min={from || bounds.from}
          max={bounds.to}
          onChange={(event) => setTo(event.target.value)}
        />
      </label>
      <button type="submit" className="button small">
        {t('reports:time.apply')}
      </button>
    </form>
  )
}

function Comparisons({ current }: { current: RequestedTime['compare'] }) {
  const name = useId()
  return (
    <fieldset className={styles.comparisons}>
      <legend className="caption">{t('reports:compare.label')}</legend>
      {comparisons.map((compare) => (
        <label key={compare} className="row gap-2">
          <input
            type="radio"
            name={name}
            checked={compare === current}
            onChange={() => setTime({ compare })}
          />
          {t(`reports:compare.${compare}`)}
        </label>
      ))}
    </fieldset>
  )
}
