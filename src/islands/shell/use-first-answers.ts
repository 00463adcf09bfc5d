import { startTransition, useEffect, useState } from 'react'
import { waitForPreloads } from '#lib/api/cache.ts'

/** Slower answers find the view in place, whose controls work without them. */
const maxWaitMs = 1_500

/**
 * False while the page's first requests are on their way, so that its view renders once, with their answers, instead of
 * replacing one skeleton by another.
 */
export function useFirstAnswers(isProfileKnown: boolean): boolean {
  const [areSettled, setSettled] = useState(false)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    void waitForPreloads().then(() => startTransition(() => setSettled(true)))
    const timer = setTimeout(() => setLate(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate || (areSettled && isProfileKnown)
}
