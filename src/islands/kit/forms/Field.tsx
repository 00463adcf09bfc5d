import { type InputHTMLAttributes, useId } from 'react'
import { useFormState } from './context.ts'
import styles from './Field.module.css'
import { PasswordInput } from './PasswordInput.tsx'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  name: string
  label: string
  hint?: string
}

/** Shows a message shared by several fields only at the first one. */
function getFieldMessage(errors: Readonly<Record<string, string>>, name: string): string | undefined {
  const message = errors[name]
  const first = Object.keys(errors).find((other) => errors[other] === message)
  return first === name ? message : undefined
}

export function Field({ name, label, hint, ...input }: FieldProps) {
  const id = useId()
  const { errors } = useFormState()
  const message = getFieldMessage(errors, name)
  const Input = input.type === 'password' ? PasswordInput : 'input'
  const describedBy = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`grid gap-tight ${styles.field}`}>
      <label className="text-s medium" htmlFor={id}>
        {label}
      </label>
      <Input
        {...input}
        id={id}
        name={name}
        className={styles.input}
        aria-invalid={name in errors || undefined}
        aria-describedby={describedBy || undefined}
      />
      {hint && (
        <p className="faint text-xs" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {message && (
        <p className="text-s bad" id={`${id}-error`}>
          {message}
        </p>
      )}
    </div>
  )
}
