import { useEffect, useRef } from 'react'

const settleMs = 300

/** Tells what has been typed once typing rests, and nothing while a syllable is being composed from several keys. */
export function useTyped(onSettled: (text: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const composing = useRef(false)
  /** What has been typed and not been told; null is nothing: some keyboards compose without typing. */
  const untold = useRef<string | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])

  function rest() {
    clearTimeout(timer.current)
    if (untold.current !== null && !composing.current) timer.current = setTimeout(tell, settleMs)
  }
  function tell() {
    const text = untold.current ?? ''
    untold.current = null
    onSettled(text.trim())
  }
  return {
    cancel() {
      untold.current = null
      rest()
    },
    type(text: string) {
      untold.current = text
      rest()
    },
    compose(goesOn: boolean) {
      composing.current = goesOn
      rest()
    },
  }
}
