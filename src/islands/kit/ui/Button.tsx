import type { ButtonHTMLAttributes } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'danger' | undefined
  pending?: boolean
}

export function Button({ kind, pending = false, children, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${className}`}
      data-kind={kind}
      disabled={rest.disabled || pending}
      aria-busy={pending || undefined}
    >
      {pending && <span className="ring" />}
      {children}
    </button>
  )
}
