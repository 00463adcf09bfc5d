import { useStore } from '@nanostores/react'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { $design } from '#lib/site/site.ts'

const overscan = 8

export interface VirtualRowsProps {
  as: 'tbody' | 'ul'
  className?: string | undefined
  /** Labels a list; a table has a caption. */
  labelledBy?: string | undefined
  count: number
  /** Absent: that of the site's design. */
  rowHeight?: number
  /** Renders a memoized row with the attribute `data-index`. */
  renderRow: (at: number) => ReactNode
  onLastRowChange: (last: number) => void
}

/**
 * A virtualized list in the page's scroll. Keeps the last focused row and its neighbors rendered, so that the focus
 * is never lost and Tab finds the next row.
 */
export function VirtualRows({
  as: List,
  className,
  labelledBy,
  count,
  rowHeight: givenHeight,
  renderRow,
  onLastRowChange,
}: VirtualRowsProps) {
  const list = useRef<HTMLTableSectionElement & HTMLUListElement>(null)
  const [focusedRow, setFocusedRow] = useState<number | null>(null)
  const scrollMargin = useDocumentTop(list)
  const designHeight = useRowHeight()
  const rowHeight = givenHeight ?? designHeight
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: overscan,
    scrollMargin,
    rangeExtractor: (range) => includeFocusedRow(defaultRangeExtractor(range), focusedRow, range.count),
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height invalidates every position.
  useLayoutEffect(() => virtualizer.measure(), [rowHeight])
  const rowIndexes = virtualizer.getVirtualItems().map(({ index }) => index)
  const last = virtualizer.range?.endIndex ?? -1
  useEffect(() => onLastRowChange(Math.min(last + overscan, count - 1)), [last, count, onLastRowChange])

  function rememberFocusedRow(event: FocusEvent) {
    const at = event.target.closest<HTMLElement>('[data-index]')?.dataset.index
    if (at !== undefined) setFocusedRow(Number(at))
  }
  const gap = (rows: number) => rows > 0 && <Gap list={List} height={rows * rowHeight} />
  return (
    <List ref={list} className={className} aria-labelledby={labelledBy} onFocus={rememberFocusedRow}>
      {rowIndexes.map((at, order) => (
        <Fragment key={at}>
          {gap(at - (rowIndexes[order - 1] ?? -1) - 1)}
          {renderRow(at)}
        </Fragment>
      ))}
      {gap(count - 1 - (rowIndexes.at(-1) ?? -1))}
    </List>
  )
}

function Gap({ list, height }: { list: 'tbody' | 'ul'; height: number }) {
  if (list === 'ul') return <li aria-hidden="true" data-gap="" style={{ height }} />
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table takes no focus.
  return <tr aria-hidden="true" data-gap="" style={{ height }} />
}

function includeFocusedRow(rowIndexes: number[], focused: number | null, count: number): number[] {
  if (focused === null) return rowIndexes
  const neighbors = [focused - 1, focused, focused + 1].filter((at) => at >= 0 && at < count)
  return [...new Set([...rowIndexes, ...neighbors])].sort((a, b) => a - b)
}

/** Pixels from the top of the page, measured when the page's size changes. */
function useDocumentTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}

const defaultHeight = 52

/** Row height of a table in pixels, as the site's design sets it. Lists use it to position their rows. */
function useRowHeight(): number {
  useStore($design)
  const height = getComputedStyle(document.documentElement).getPropertyValue('--row')
  return Number.parseInt(height, 10) || defaultHeight
}
