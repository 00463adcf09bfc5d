import { type InputHTMLAttributes, useId } from 'react'
import { useFormState } from './context.ts'
import styles from './Field.module.css'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  name: string
  label: string
  hint?: string
}

/** Only the first of several fields with the same message says it. */
function getFieldMessage(errors: Readonly<Record<string, string>>, name: string): string | undefined {
  const message = errors[name]
  const first = Object.keys(errors).find((other) => errors[other] === message)
  return first === name ? message : undefined
}

/** A labelled input of a `Form`, with what is wrong with it. */
export function Field({ name, label, hint, ...input }: FieldProps) {
  const id = useId()
  const { errors } = useFormState()
  const message = getFieldMessage(errors, name)
  const describedBy = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        name={name}
        className={styles.input}
        aria-invalid={name in errors || undefined}
        aria-describedby={describedBy || undefined}
      />
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {message && (
        <p className={styles.error} id={`${id}-error`}>
          {message}
        </p>
      )}
    </div>
  )
}
