import { type ReactNode, useEffect, useRef, useState } from 'react'

interface NearbyProps {
  fallback: ReactNode
  children: ReactNode
}

/** Renders its children once they are less than a screen away. */
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
    return () => observer.disconnect()
  }, [isNear])
  return isNear ? children : <div ref={element}>{fallback}</div>
}
