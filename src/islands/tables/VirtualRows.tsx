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

/** Rows drawn above and below those in sight. */
const overscan = 8

interface VirtualRowsProps {
  as: 'tbody' | 'ul'
  className?: string | undefined
  /** Names a list; a table has its caption. */
  labelledBy?: string | undefined
  count: number
  /** In CSS pixels, the same for all. */
  rowHeight: number
  /** The row at a place from 0 on, with `data-at` saying the place; memoised, for it is asked again at every step. */
  renderRow: (at: number) => ReactNode
  /** Told the last row that is drawn, whenever that or the number of rows has changed. */
  onLastRowChange: (last: number) => void
}

/**
 * The rows of a long list that the window scrolls, of which only those near what is in sight are drawn. The one that
 * was focused last stays with its neighbours, so that the focus is never lost and Tab finds the next however fast. Rows stand in the page's flow with room between them.
 */
export function VirtualRows({
  as: List,
  className,
  labelledBy,
  count,
  rowHeight,
  renderRow,
  onLastRowChange,
}: VirtualRowsProps) {
  const list = useRef<HTMLTableSectionElement & HTMLUListElement>(null)
  const [focusedRow, setFocusedRow] = useState<number | null>(null)
  const scrollMargin = useDocumentTop(list)
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: overscan,
    scrollMargin,
    rangeExtractor: (range) => includeFocusedRow(defaultRangeExtractor(range), focusedRow, range.count),
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes all places anew.
  useLayoutEffect(() => virtualizer.measure(), [rowHeight])
  const rowIndexes = virtualizer.getVirtualItems().map(({ index }) => index)
  const last = virtualizer.range?.endIndex ?? -1
  useEffect(() => onLastRowChange(Math.min(last + overscan, count - 1)), [last, count, onLastRowChange])

  function rememberFocusedRow(event: FocusEvent) {
    const at = event.target.closest<HTMLElement>('[data-at]')?.dataset.at
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

/** The room of rows that are not drawn. */
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

/** How far below the top of the page an element begins; measured when the page changes its size, never by scrolling. */
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
