import type { ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'quiet' | 'danger'
  /** Its work is going on: shows so and takes no more clicks. */
  pending?: boolean
}

export function Button({ kind = 'quiet', pending = false, children, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${styles[kind]} ${className}`}
      disabled={rest.disabled || pending}
      aria-busy={pending || undefined}
    >
      {pending && <span className={styles.spinner} />}
      {children}
    </button>
  )
}
