import { type ReactNode, useId } from 'react'
import { formatNumber, missingValue } from '#lib/format/number.ts'
import { locale } from '#lib/i18n/strings.ts'
import styles from './FilterPipeline.module.css'

interface PipelineState<State extends string> {
  /** undefined: items in every state. */
  readonly state: State | undefined
  readonly label: string
  /** null: not known yet. */
  readonly count: number | null
  readonly tone: 'plain' | 'warn' | 'held' | 'primary' | 'good' | 'bad' | 'rest'
  readonly icon?: ReactNode
  readonly note?: ReactNode
}

interface FilterPipelineProps<State extends string> {
  label: string
  /** Sets `--columns`. */
  className: string | undefined
  states: readonly PipelineState<State>[]
  current: State | undefined
  onChoose: (state: State | undefined) => void
  children?: ReactNode
}

/** Shows how many items are in each state; each state is a filter. The bar above shows their shares, as decoration. */
export function FilterPipeline<State extends string>(props: FilterPipelineProps<State>) {
  const { label, className, states, current, onChoose, children } = props
  const name = useId()
  return (
    <fieldset className={`${styles.pipeline} ${className}`}>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.bar} aria-hidden="true">
        {states.map(
          ({ state, count, tone }) =>
            state &&
            count !== null &&
            count > 0 && <span key={state} data-tone={tone} style={{ flexGrow: count }} />,
        )}
      </div>
      <div className={styles.options}>
        {states.map(({ state, label: text, count, tone, icon, note }) => (
          <label key={state ?? 'all'} data-tone={tone}>
            <input type="radio" name={name} checked={state === current} onChange={() => onChoose(state)} />
            <span className={styles.option}>
              {icon}
              <span className="text-s">{text}</span>{' '}
              <b className="text-l bold">{count === null ? missingValue : formatNumber(count, locale())}</b>
              {note && <small>{note}</small>}
            </span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}
