import { useLayoutEffect, useRef, useState } from 'react'
import styles from './Catalog.module.css'

interface InlineTextProps {
  /** Of the field, such as “Name of First Bus”. */
  label: string
  value: string
  /** Shown instead of an empty value. */
  placeholder?: string
  maxLength: number
  className?: string | undefined
  /** null: nobody may change it. @returns whether it was saved */
  onSave: ((text: string) => Promise<boolean>) | null
}

/** A text that becomes a field when it is clicked: Enter and leaving it save, Escape does not. */
export function InlineText({
  label,
  value,
  placeholder = '–',
  maxLength,
  className,
  onSave,
}: InlineTextProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  const isOpen = draft !== null
  useLayoutEffect(() => {
    if (isOpen) input.current?.select()
    else if (returnsFocus.current) button.current?.focus()
    returnsFocus.current = false
  }, [isOpen])
  if (onSave === null) return <span className={className}>{value || placeholder}</span>
  const close = (focuses: boolean) => {
    returnsFocus.current = focuses
    setDraft(null)
  }
  function save(focuses: boolean) {
    const text = draft?.trim() ?? ''
    close(focuses)
    if (text !== value) void onSave?.(text)
  }
  if (isOpen)
    return (
      <input
        ref={input}
        className={`input ${styles.inlineInput}`}
        aria-label={label}
        maxLength={maxLength}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={() => save(false)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') save(true)
          else if (event.key === 'Escape') close(true)
          else return
          event.preventDefault()
        }}
      />
    )
  return (
    <button
      ref={button}
      type="button"
      className={`${styles.inline} ${className ?? ''}`}
      aria-label={`${label}: ${value || placeholder}`}
      onClick={() => setDraft(value)}
    >
      {value || placeholder}
    </button>
  )
}
