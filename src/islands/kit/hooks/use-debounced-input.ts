import { useEffect, useRef } from 'react'

const debounceMs = 300

/** Debounces input, and waits during IME composition. */
export function useDebouncedInput(onInput: (text: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isComposing = useRef(false)
  /** Input not yet reported. null: none; some IMEs compose without typing. */
  const pendingText = useRef<string | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])

  function schedule() {
    clearTimeout(timer.current)
    if (pendingText.current !== null && !isComposing.current) timer.current = setTimeout(flush, debounceMs)
  }
  function flush() {
    const text = pendingText.current ?? ''
    pendingText.current = null
    onInput(text.trim())
  }
  return {
    cancel() {
      pendingText.current = null
      schedule()
    },
    type(text: string) {
      pendingText.current = text
      schedule()
    },
    compose(goesOn: boolean) {
      isComposing.current = goesOn
      schedule()
    },
  }
}
