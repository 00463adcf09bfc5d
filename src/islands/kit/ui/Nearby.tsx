import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isPrintKey, printWhole } from './print-whole.ts'

interface NearbyProps {
  fallback: ReactNode
  children: ReactNode
}

/**
 * Renders its children once they are less than a screen away, or before the page is printed by its key. Another way of
 * printing leaves out what nobody has come near.
 */
export function Nearby({ fallback, children }: NearbyProps) {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (isNear || element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(element.current)
    const loadForPrint = (event: KeyboardEvent) => {
      if (!isPrintKey(event)) return
      event.preventDefault()
      setIsNear(true)
      void printWhole()
    }
    addEventListener('keydown', loadForPrint)
    return () => {
      observer.disconnect()
      removeEventListener('keydown', loadForPrint)
    }
  }, [isNear])
  return isNear ? (
    children
  ) : (
    <div ref={element} className="screen-only">
      {fallback}
    </div>
  )
}
