import { amountUnits, type Currency } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { type ColumnName, getColumnTitle } from '#server/platform/messages.ts'
import { type CsvCell, type CsvTable, formatDecimal, formatRatio } from './csv.ts'

export type Column<Row> = readonly [name: ColumnName, getCell: (row: Row) => CsvCell]

/** Decimals a price has beyond those of an amount. */
const priceDigits = 3

export function createMoneyFormat(currency: Currency) {
  const units = amountUnits[currency]
  const digits = String(units).length - 1
  const formatWith = (decimals: number) => (price: number | null) =>
    formatRatio(price === null ? null : price / units, decimals)
  return {
    amount: (amount: number | null) => (amount === null ? null : formatDecimal(amount, units)),
    price: formatWith(digits + priceDigits),
    thousandPrice: formatWith(digits),
  }
}

interface TableInfo {
  /** Parts of the file name; empty ones are left out. */
  name: readonly (string | undefined)[]
  currency: Currency
  locale: Locale
}

export function buildTable<Row>(
  { name, currency, locale }: TableInfo,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<readonly Row[]>,
): CsvTable {
  return {
    fileName: `${name.filter(Boolean).join('_')}.csv`,
    columns: columns.map(([column]) => getColumnTitle(column, currency, locale)),
    rows: mapAsync(rows, (page) => page.map((row) => columns.map(([, getCell]) => getCell(row)))),
  }
}

export async function* yieldOnce<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}

export async function* mapAsync<From, To>(
  values: AsyncIterable<From>,
  transform: (value: From) => To,
): AsyncGenerator<To> {
  for await (const value of values) yield transform(value)
}
