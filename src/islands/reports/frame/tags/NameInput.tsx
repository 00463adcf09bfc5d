import { type ReactNode, type Ref, useId } from 'react'
import { maxTagName } from '#contract/channels/channel-tags.ts'
import styles from './Tags.module.css'

interface NameInputProps {
  ref: Ref<HTMLInputElement>
  label: string
  value: string
  error: string | null
  onChange: (text: string) => void
  /** Buttons beside the input. */
  children: ReactNode
}

/** The server counts characters, of which a browser may count each as several. */
const maxLength = 2 * maxTagName

export function NameInput({ ref, label, value, error, onChange, children }: NameInputProps) {
  const id = useId()
  return (
    <div className="stack gap-1">
      <label className="text-s medium" htmlFor={id}>
        {label}
      </label>
      <div className={styles.name}>
        <span className="input-box">
          <input
            ref={ref}
            id={id}
            className="input"
            value={value}
            maxLength={maxLength}
            autoComplete="off"
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? undefined : `${id}-error`}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
        {children}
      </div>
      <p id={`${id}-error`} className="text-s bad" role="alert">
        {error}
      </p>
    </div>
  )
}
