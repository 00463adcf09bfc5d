import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'

interface FirstRows<Row> {
  shown: readonly Row[]
  isOpen: boolean
  /** Number of rows that are not among the first. */
  rest: number
  toggle: () => void
}

/** The first rows of a list, or all of them. */
export function useFirstRows<Row>(rows: readonly Row[], count: number): FirstRows<Row> {
  const [isOpen, setIsOpen] = useState(false)
  return {
    shown: isOpen ? rows : rows.slice(0, count),
    isOpen,
    rest: Math.max(0, rows.length - count),
    toggle: () => setIsOpen(!isOpen),
  }
}

interface MoreRowsProps {
  list: Pick<FirstRows<unknown>, 'isOpen' | 'rest' | 'toggle'>
  more: string
  less: string
  /** Says that the list has a limit; null: it has all rows. */
  note?: ReactNode
}

/** Shows the other rows below a list, and hides them again. */
export const MoreRows = ({ list: { isOpen, rest, toggle }, more, less, note = null }: MoreRowsProps) =>
  (rest > 0 || note !== null) && (
    <p className="wrap items-center gap-2">
      {rest > 0 && (
        <Button className="small" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? less : more}
        </Button>
      )}
      {note !== null && <span className="note">{note}</span>}
    </p>
  )
