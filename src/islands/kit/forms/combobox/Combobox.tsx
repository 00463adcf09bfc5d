import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useDebouncedInput } from '#islands/kit/hooks/use-debounced-input.ts'
import styles from './Combobox.module.css'

export interface ComboboxOption {
  /** An empty value clears the selection. */
  value: string
  label: string
  note?: string
}

interface ComboboxProps {
  /** Hides the prerendered control from everybody else. */
  audience?: 'members.read'
  label: string
  placeholder: string
  clearLabel: string
  selected: ComboboxOption | null
  options: readonly ComboboxOption[]
  message: string
  /** Id of the text that says what is wrong with the selection. */
  errorId?: string | undefined
  /** Debounced; '' on opening, null on closing. */
  onSearch: (text: string | null) => void
  onChoose: (option: ComboboxOption | null) => void
}

export function Combobox(props: ComboboxProps) {
  const { audience, label, placeholder, clearLabel, selected, options, message, errorId, onChoose } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { open, text, active, show, hide, type, compose, move } = useListbox(props)

  function choose(option: ComboboxOption | null) {
    hide()
    onChoose(option?.value ? option : null)
  }
  function onKeyDown(event: KeyboardEvent) {
    // Safari sends the key that ends an IME composition after `compositionend`, as 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const handled = handleKey(event.key)
    if (handled) event.preventDefault()
  }
  function handleKey(key: string): boolean {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (open) move(key === 'ArrowDown' ? 1 : -1)
      else show()
      return true
    }
    if (key === 'Escape') {
      if (open) hide()
      else if (selected) choose(null)
      return open || selected !== null
    }
    const match = options[active] ?? findOnlyMatch(options, text)
    if (key !== 'Enter' || !open || !match) return false
    choose(match)
    return true
  }
  return (
    <div className={styles.combobox} data-audience={audience} data-selected={selected !== null || undefined}>
      <input
        ref={input}
        className="input"
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId}
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={selected?.label ?? placeholder}
        value={open ? text : (selected?.label ?? '')}
        onChange={(event) => type(event.target.value)}
        onClick={show}
        onBlur={hide}
        onKeyDown={onKeyDown}
        onCompositionStart={() => compose(true)}
        onCompositionEnd={() => compose(false)}
      />
      {selected ? (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => {
            choose(null)
            input.current?.focus()
          }}
        >
          <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
            <path d="M3 3l6 6M9 3l-6 6" />
          </svg>
        </button>
      ) : (
        <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2.5 4.5 6 8l3.5-3.5" />
        </svg>
      )}
      <div className={styles.list} hidden={!open}>
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {open &&
            options.map((option, at) => (
              <Option
                key={option.value}
                id={`${id}-${at}`}
                option={option}
                isActive={at === active}
                isSelected={option.value === (selected?.value ?? '')}
                onChoose={() => choose(option)}
              />
            ))}
        </div>
        <p className="caption" role="status">
          {open && message}
        </p>
      </div>
    </div>
  )
}

const normalizeText = (text: string) => text.trim().normalize().toLowerCase()

/** Enter selects a single match, unless the options belong to an earlier text. */
function findOnlyMatch(options: readonly ComboboxOption[], text: string): ComboboxOption | undefined {
  const [option] = options
  const term = normalizeText(text)
  return options.length === 1 && term !== '' && option && normalizeText(option.label).includes(term)
    ? option
    : undefined
}

interface OptionProps {
  id: string
  option: ComboboxOption
  isActive: boolean
  isSelected: boolean
  onChoose: () => void
}

function Option({ id, option: { label, note }, isActive, isSelected, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: as above.
    <div
      ref={element}
      id={id}
      className={styles.option}
      role="option"
      aria-selected={isSelected}
      data-active={isActive || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="min-0 break">{label}</span>
      {note && <small className="fixed">{note}</small>}
    </div>
  )
}

function useListbox({ options, onSearch }: Pick<ComboboxProps, 'options' | 'onSearch'>) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const debouncedInput = useDebouncedInput(onSearch)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it is opened, and closed or taken away.
  useEffect(() => {
    if (!open) return
    onSearch('')
    return () => onSearch(null)
  }, [open])

  function show() {
    if (open) return
    setOpen(true)
    setText('')
    setActive(-1)
  }
  function hide() {
    debouncedInput.cancel()
    setOpen(false)
  }
  function type(value: string) {
    show()
    setText(value)
    setActive(-1)
    debouncedInput.type(value)
  }
  const move = (by: number) => {
    const count = options.length
    if (count > 0) setActive((at) => (at < 0 && by < 0 ? count - 1 : (at + by + count) % count))
  }
  return {
    open,
    text,
    active: Math.min(active, options.length - 1),
    show,
    hide,
    type,
    move,
    compose: debouncedInput.compose,
  }
}
