/** The table shows them in this order: the payable amount comes first, then how it came about. */
export const amountColumns = [
  'payable',
  'opening',
  'income',
  'adjustments',
  'tax',
  'fee',
  'corrections',
  'net',
  'withholding',
  'closing',
] as const
export type AmountColumn = (typeof amountColumns)[number]

export const tableColumns = ['member', 'state', ...amountColumns] as const
export type TableColumn = (typeof tableColumns)[number]
