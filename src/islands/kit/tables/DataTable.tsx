import { useStore } from '@nanostores/react'
import { $screenClass } from '#lib/page/screen-class.ts'
import { Cards } from './Cards.tsx'
import { useColumns } from './columns/use-columns.ts'
import type { DataTableProps } from './list-props.ts'
import { Table } from './Table.tsx'

/** The one list: a table, or cards on a phone, from one description of columns. */
export function DataTable<Row, Sort extends string = never>(props: DataTableProps<Row, Sort>) {
  const isMobile = useStore($screenClass) === 'mobile'
  const isCards = isMobile && !props.isAlwaysTable
  const columns = useColumns(props.columns, isCards ? undefined : props.choice)
  const List = isCards ? Cards : Table
  return <List {...props} columns={columns} />
}
