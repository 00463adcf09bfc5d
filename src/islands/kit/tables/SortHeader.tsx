import type { ReactNode } from 'react'
import styles from './SortHeader.module.css'

interface SortHeaderProps {
  /** For styles. */
  column?: string
  label: ReactNode
  /** The sort key's label, if it differs from the column's. */
  sortLabel: string | undefined
  /** undefined: sorted by another column. */
  order: 'asc' | 'desc' | undefined
  onSort: () => void
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const
const arrows = { asc: '↑', desc: '↓' } as const

export function SortHeader({ column, label, sortLabel, order, onSort }: SortHeaderProps) {
  return (
    <th scope="col" data-column={column} aria-sort={order && ariaSorts[order]} className={styles.header}>
      {sortLabel !== undefined && <span>{label}</span>}
      <button type="button" onClick={onSort}>
        {sortLabel ?? label}
        <span aria-hidden="true" className={styles.arrow}>
          {/* never alone on a line */ `\u00a0${order ? arrows[order] : '↕'}`}
        </span>
      </button>
    </th>
  )
}
