import { useEffect, useRef } from 'react'

const settleMs = 300

/** Tells what has been typed once typing rests, and nothing while a syllable is being composed from several keys. */
export function useTyped(onSettled: (text: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const composing = useRef(false)
  const latest = useRef('')
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])

  function settle() {
    cancel()
    timer.current = setTimeout(() => onSettled(latest.current.trim()), settleMs)
  }
  return {
    cancel,
    type(text: string) {
      latest.current = text
      if (!composing.current) settle()
    },
    compose(goesOn: boolean) {
      composing.current = goesOn
      if (goesOn) cancel()
      else settle()
    },
  }
}
