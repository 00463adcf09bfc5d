import { useEffect, useRef, useState } from 'react'
import { useDebouncedInput } from '#islands/kit/hooks/use-debounced-input.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './SearchField.module.css'

interface SearchFieldProps {
  label: string
  value: string
  maxLength: number
  /** Trimmed and debounced; immediate on Enter and on clearing. */
  onChange: (value: string) => void
}

export function SearchField({ label, value, maxLength, onChange }: SearchFieldProps) {
  const { draft, input, type, send, compose } = useSearchDraft(value, onChange)
  function clear() {
    send('')
    input.current?.focus()
  }
  return (
    <search>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          send(draft)
        }}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.2 10.2l3.3 3.3" />
        </svg>
        <input
          ref={input}
          className="input"
          type="search"
          aria-label={label}
          placeholder={label}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          value={draft}
          maxLength={maxLength}
          onChange={(event) => type(event.target.value)}
          onCompositionStart={() => compose(true)}
          onCompositionEnd={() => compose(false)}
        />
        {draft !== '' && (
          <button type="button" aria-label={t('common:clearSearch')} onClick={clear}>
            <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M4 4l8 8M12 4l-8 8" />
            </svg>
          </button>
        )}
      </form>
    </search>
  )
}

function useSearchDraft(value: string, onChange: (value: string) => void) {
  const [draft, setDraft] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const debouncedInput = useDebouncedInput(notifyChange)
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== draft.trim()) setDraft(value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed for one search is not sent for another.
  useEffect(() => debouncedInput.cancel, [value])

  function notifyChange(text: string) {
    if (text !== value) onChange(text)
  }
  function send(text: string) {
    debouncedInput.cancel()
    setDraft(text)
    notifyChange(text.trim())
  }
  function type(text: string) {
    setDraft(text)
    debouncedInput.type(text)
  }
  return { draft, input, type, send, compose: debouncedInput.compose }
}
