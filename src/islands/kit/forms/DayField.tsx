import { useId } from 'react'

interface DayFieldProps {
  label: string
  hint: string
  value: string
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

export function DayField({ label, hint, value, min, max, onChange }: DayFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-tight">
      <label className="text-s medium" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="date"
        value={value}
        min={min}
        max={max}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="faint text-xs" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
