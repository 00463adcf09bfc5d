import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import styles from './Combobox.module.css'
import { useTyped } from './use-typed.ts'

export interface ComboboxOption {
  value: string
  label: string
  /** Small, beside the label. */
  note?: string
}

interface ComboboxProps {
  label: string
  /** Stands there while nothing is chosen. */
  placeholder: string
  clearLabel: string
  chosen: ComboboxOption | null
  /** What was found by what has been typed. */
  options: readonly ComboboxOption[]
  /** Below the options: how many there are, that there are none, that they are on their way. */
  message: string
  /** Told what to find, once typing rests: '' on opening, null when the list is closed. */
  onSearch: (text: string | null) => void
  onChoose: (option: ComboboxOption | null) => void
}

/** One choice out of many that are found by typing. */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, clearLabel, chosen, options, message, onChoose } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { open, text, active, show, hide, type, compose, move } = useList(props)

  function choose(option: ComboboxOption | null) {
    hide()
    onChoose(option)
  }
  function onKeyDown(event: KeyboardEvent) {
    // In Safari the key that ends a composition comes after its end, as 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const handled = act(event.key)
    if (handled) event.preventDefault()
  }
  function act(key: string): boolean {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (open) move(key === 'ArrowDown' ? 1 : -1)
      else show()
      return true
    }
    if (key === 'Escape') {
      if (open) hide()
      else if (chosen) choose(null)
      return open || chosen !== null
    }
    const wanted = options[active] ?? onlyMatch(options, text)
    if (key !== 'Enter' || !open || !wanted) return false
    choose(wanted)
    return true
  }
  return (
    <div className={styles.combobox} data-chosen={chosen !== null || undefined}>
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={chosen?.label ?? placeholder}
        value={open ? text : (chosen?.label ?? '')}
        onChange={(event) => type(event.target.value)}
        onClick={show}
        onBlur={hide}
        onKeyDown={onKeyDown}
        onCompositionStart={() => compose(true)}
        onCompositionEnd={() => compose(false)}
      />
      {chosen ? (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => {
            choose(null)
            input.current?.focus()
          }}
        >
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="M3 3l6 6M9 3l-6 6" />
          </svg>
        </button>
      ) : (
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2.5 4.5 6 8l3.5-3.5" />
        </svg>
      )}
      <div className={styles.list} hidden={!open}>
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {options.map((option, at) => (
            <Option
              key={option.value}
              id={`${id}-${at}`}
              option={option}
              active={at === active}
              chosen={option.value === chosen?.value}
              onChoose={() => choose(option)}
            />
          ))}
        </div>
        <p role="status">{open && message}</p>
      </div>
    </div>
  )
}

const plain = (text: string) => text.trim().normalize().toLowerCase()

/** What Enter chooses without having gone to it; options may still be those of what was typed before. */
function onlyMatch(options: readonly ComboboxOption[], text: string): ComboboxOption | undefined {
  const [option] = options
  const typed = plain(text)
  return options.length === 1 && typed !== '' && option && plain(option.label).includes(typed)
    ? option
    : undefined
}

interface OptionProps {
  id: string
  option: ComboboxOption
  active: boolean
  chosen: boolean
  onChoose: () => void
}

function Option({ id, option: { label, note }, active, chosen, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: as above.
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={chosen}
      data-active={active || undefined}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span>{label}</span>
      {note && <small>{note}</small>}
    </div>
  )
}

/** Whether the list is open, what has been typed, and which option Enter would choose. */
function useList({ options, onSearch }: Pick<ComboboxProps, 'options' | 'onSearch'>) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const typed = useTyped(onSearch)
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
    typed.cancel()
    setOpen(false)
  }
  function type(value: string) {
    show()
    setText(value)
    setActive(-1)
    typed.type(value)
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
    compose: typed.compose,
  }
}
