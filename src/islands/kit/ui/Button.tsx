import { type ButtonHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'danger' | undefined
  pending?: boolean
}

export function Button({ kind, pending = false, children, className = '', ...rest }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useKeptFocus(button, pending)
  return (
    <button
      ref={button}
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

/** Browsers take the focus from a button that is disabled; it gets it back unless something else has it by then. */
function useKeptFocus(button: RefObject<HTMLButtonElement | null>, pending: boolean): void {
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (pending) {
      hadFocus.current = document.activeElement === button.current
      return
    }
    if (hadFocus.current && document.activeElement?.matches('body, dialog')) button.current?.focus()
    hadFocus.current = false
  }, [button, pending])
}
