import styles from './Pay.module.css'

interface LabeledInputProps extends Omit<React.InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  id: string
  label: string
  hint?: string
  error: string | undefined
  onValue: (value: string) => void
}

export const LabeledInput = ({ id, label, hint, error, onValue, ...input }: LabeledInputProps) => (
  <div className="grid gap-tight">
    <label className="text-s medium" htmlFor={id}>
      {label}
    </label>
    <input
      {...input}
      id={id}
      className={`input ${styles.input}`}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
      onChange={(event) => onValue(event.target.value)}
    />
    {hint && (
      <p className="faint text-xs" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {error && (
      <p className="text-s bad" id={`${id}-error`}>
        {error}
      </p>
    )}
  </div>
)
