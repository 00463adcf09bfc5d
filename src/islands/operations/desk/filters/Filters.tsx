import { type ReactNode, useId } from 'react'
import styles from './Filters.module.css'

interface FiltersProps {
  label: string
  children: ReactNode
}

/** What narrows a list of the desk: fields side by side, each with its name above it. */
export const Filters = ({ label, children }: FiltersProps) => (
  <fieldset className={styles.filters}>
    <legend className="visually-hidden">{label}</legend>
    {children}
  </fieldset>
)

interface SelectFilterProps {
  label: string
  value: string
  all: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** '' is the first option: all of them. */
export function SelectFilter({ label, value, all, options, onChange }: SelectFilterProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <span className="input-box">
        <select className="input" id={id} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2.5 4.5 6 8l3.5-3.5" />
        </svg>
      </span>
    </div>
  )
}

interface DayFilterProps {
  label: string
  value: string
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

export function DayFilter({ label, value, min, max, onChange }: DayFilterProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
