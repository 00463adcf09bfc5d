import { useId, useState } from 'react'
import { useFormState } from './context.ts'
import fields from './Field.module.css'
import select from './Select.module.css'

interface SelectFieldProps {
  name: string
  label: string
  placeholder: string
  initialValue?: string | undefined
  options: readonly { value: string; label: string }[]
  onChange?: (value: string) => void
}

export function SelectField({
  name,
  label,
  placeholder,
  initialValue = '',
  options,
  onChange,
}: SelectFieldProps) {
  const id = useId()
  const [value, setValue] = useState(initialValue)
  const { errors } = useFormState()
  const message = value === '' ? errors[name] : undefined
  return (
    <div className={`grid gap-tight ${fields.field}`}>
      <label className="text-s medium" htmlFor={id}>
        {label}
      </label>
      <span className={`input-box ${select.select} ${fields.select}`}>
        <select
          className="input"
          id={id}
          name={name}
          required
          value={value}
          onChange={({ target }) => {
            setValue(target.value)
            onChange?.(target.value)
          }}
          aria-invalid={message !== undefined || undefined}
          aria-describedby={message && `${id}-error`}
        >
          <option value="" disabled hidden>
            {placeholder}
          </option>
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
      {message && (
        <p className="text-s bad" id={`${id}-error`}>
          {message}
        </p>
      )}
    </div>
  )
}
