import type { ReactNode } from 'react'

interface FactListProps<Column extends string> {
  columns: readonly Column[]
  label: (column: Column) => string
  children: (column: Column) => ReactNode
}

export const FactList = <Column extends string>({ columns, label, children }: FactListProps<Column>) => (
  <dl className="facts">
    {columns.map((column) => (
      <div key={column}>
        <dt>{label(column)}</dt>
        <dd data-column={column}>{children(column)}</dd>
      </div>
    ))}
  </dl>
)
