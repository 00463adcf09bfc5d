import type { ReactNode } from 'react'
import { maxSearchLength } from '#contract/platform/params.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { ColumnMenu } from './columns/ColumnMenu.tsx'
import type { ColumnChoice } from './columns/column-choice.ts'
import styles from './ListSection.module.css'
import { type Sorting, SortSelect, type SortSelectProps } from './SortSelect.tsx'

interface ListControlsProps<S extends Sorting, Column extends string> {
  search?: { label: string; value: string; onChange: (text: string) => void }
  /** Filters. */
  children?: ReactNode
  sort?: SortSelectProps<S> & {
    /** The heads of the table offer every order that there is. */
    isForCards?: boolean
  }
  columns?: { choice: ColumnChoice<Column>; label: (column: Column) => string }
  /** Saves what is listed as a file. */
  file?: ReactNode
}

/** What one can do with a list, in the same order and of the same height everywhere. */
export function ListControls<S extends Sorting, Column extends string>({
  search,
  children,
  sort,
  columns,
  file,
}: ListControlsProps<S, Column>) {
  const { isForCards, ...select } = sort ?? {}
  return (
    <div className={styles.controls}>
      {search && <SearchField maxLength={maxSearchLength} {...search} />}
      {children}
      {sort && (
        <div className={styles.sort} data-cards-only={isForCards || undefined}>
          <SortSelect {...(select as SortSelectProps<S>)} />
        </div>
      )}
      {columns && <ColumnMenu {...columns} />}
      {file}
    </div>
  )
}
