import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TableChoice } from './column-choice.ts'
import type { ListColumn } from './columns.ts'

const $none = atom<readonly string[]>([])
const $always = atom(true)

/** Leaves out what nobody chose: columns that are not wanted, and those that have nothing in any row. */
export function useColumns<Row, Sort extends string>(
  columns: readonly ListColumn<Row, Sort>[],
  choice: TableChoice | undefined,
): readonly ListColumn<Row, Sort>[] {
  const available = useStore(choice?.$available ?? $none)
  const wanted = useStore(choice?.$wanted ?? $none)
  const isDefault = useStore(choice?.$isDefault ?? $always)
  return useMemo(
    () =>
      columns.filter(
        ({ key, isEmpty }) => (!isEmpty || !isDefault) && (!available.includes(key) || wanted.includes(key)),
      ),
    [columns, available, wanted, isDefault],
  )
}

interface Fit<Column> {
  columns: readonly Column[]
  /** Is wider than its box, although it has left out all that it may. */
  isWide: boolean
}

/** Leaves out the least important columns of a table until it fits its box. */
export function useFit<Row, Sort extends string>(
  box: RefObject<HTMLElement | null>,
  columns: readonly ListColumn<Row, Sort>[],
  rows: readonly Row[],
  choice: TableChoice | undefined,
): Fit<ListColumn<Row, Sort>> {
  const isDefault = useStore(choice?.$isDefault ?? $always)
  const [dropped, setDropped] = useState(0)
  const [isWide, setIsWide] = useState(false)
  /** Widths of the table by the number of columns that it leaves out, where it did not fit. */
  const needed = useRef(new Map<number, number>())
  const ranked = useMemo(
    () =>
      isDefault
        ? columns
            .flatMap(({ key, rank }) => (rank === undefined ? [] : [{ key, rank }]))
            .sort((a, b) => b.rank - a.rank)
        : [],
    [columns, isDefault],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content has another width.
  useLayoutEffect(() => needed.current.clear(), [columns, rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content has another width.
  useLayoutEffect(() => {
    const element = box.current
    const table = element?.firstElementChild
    if (!element || !(table instanceof HTMLElement)) return
    const measure = () => {
      const room = element.clientWidth
      const isTooWide = table.offsetWidth > room
      if (isTooWide) needed.current.set(dropped, table.offsetWidth)
      else needed.current.delete(dropped)
      let next = 0
      while (next < ranked.length && (needed.current.get(next) ?? 0) > room) next += 1
      setDropped(next)
      setIsWide(isTooWide && next >= ranked.length)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(table)
    return () => observer.disconnect()
  }, [dropped, ranked, columns, rows])
  const left = useMemo(() => {
    const out = new Set(ranked.slice(0, dropped).map(({ key }) => key))
    return columns.filter(({ key }) => !out.has(key))
  }, [columns, ranked, dropped])
  useEffect(() => choice?.setFitting(left.map(({ key }) => key)), [choice, left])
  return { columns: left, isWide }
}
