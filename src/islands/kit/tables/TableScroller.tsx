import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import table from './Table.module.css'

interface TableScrollerProps {
  className?: string | undefined
  children: ReactNode
}

/** Wraps a table with a sticky head, which sticks to the page, or to this box if the table is wider than it. */
export function TableScroller({ className = '', children }: TableScrollerProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isWide, setIsWide] = useState(false)
  useLayoutEffect(() => {
    const content = box.current?.firstElementChild
    if (!box.current || !(content instanceof HTMLElement)) return
    const measure = () => setIsWide(content.offsetWidth > (box.current?.clientWidth ?? 0))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box.current)
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      className={`${table.scroller} ${table.stickyHead} ${className}`}
      data-wide={isWide || undefined}
    >
      {children}
    </div>
  )
}
