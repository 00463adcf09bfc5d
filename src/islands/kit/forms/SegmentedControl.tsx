import { useId } from 'react'
import styles from './SegmentedControl.module.css'

interface SegmentedControlProps<Value extends string> {
  label: string
  /** A value outside the options selects nothing. */
  value: string
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.segmented}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="note text-center nowrap">{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
