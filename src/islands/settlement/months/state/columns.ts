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
