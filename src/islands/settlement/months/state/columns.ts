/** Columns in the order of the table: the payable amount first, then its parts. */
export const amountColumns = [
  'payable',
  'opening',
  'income',
  'adjustments',
  'tax',
  'fee',
  'corrections',
  'manual',
  'net',
  'withholding',
  'closing',
] as const
export type AmountColumn = (typeof amountColumns)[number]

export const tableColumns = ['member', 'state', ...amountColumns] as const
export type TableColumn = (typeof tableColumns)[number]

/** Most months have nothing in these. */
const rareColumns: readonly AmountColumn[] = ['adjustments', 'corrections', 'manual']

/** Leaves out rare columns that are zero in all these rows, to make room for the others. */
export const listAmountColumns = (rows: readonly Readonly<Record<AmountColumn, number>>[]): AmountColumn[] =>
  amountColumns.filter((column) => !rareColumns.includes(column) || rows.some((row) => row[column] !== 0))
