import { type ReactNode, useMemo, useState } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { PriceCell } from '#islands/reports/metrics/PriceCell.tsx'
import { RateCell } from '#islands/reports/video-list/video-columns.tsx'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './CountryTable.module.css'
import {
  type Column,
  type CountryRow,
  type CountrySorting,
  countryTexts,
  sortRows,
  toggleSorting,
} from './country-rows.ts'

const getCells = (currency: Currency): Record<Column, (row: CountryRow) => ReactNode> => ({
  name: ({ name }) => name,
  views: ({ views }) => formatNumber(views, locale()),
  share: ({ share }) => <RateCell rate={share} />,
  profit: ({ profit }) => formatMoney(profit, currency, locale()),
  price: (row) => <PriceCell figures={row} currency={currency} />,
})

const getColumns = (currency: Currency) =>
  (Object.entries(getCells(currency)) as [Column, (row: CountryRow) => ReactNode][]).map(([key, cell]) => ({
    key,
    label: t(countryTexts[key]),
    isHeading: key === 'name',
    sort: key,
    cell,
  }))

interface CountryTableProps {
  rows: readonly CountryRow[]
  currency: Currency
  /** The country that the drawings point at. */
  pointed: string | null
  actions: ReactNode
}

export function CountryTable({ rows, currency, pointed, actions }: CountryTableProps) {
  const [sorting, setSorting] = useState<CountrySorting>({ column: 'views', order: 'desc' })
  const columns = useMemo(() => getColumns(currency), [currency])
  return (
    <div className={styles.countries}>
      <div className="spread gap-2">
        <p className="note medium">{t('video-detail:countries.count', { count: rows.length })}</p>
        {actions}
      </div>
      <DataTable
        caption={t('video-detail:countries.table')}
        isAlwaysTable
        columns={columns}
        rows={sortRows(rows, sorting, locale())}
        getKey={({ country }) => country}
        getAttributes={({ country }) => ({
          'data-country': country,
          'data-pointed': country === pointed || undefined,
        })}
        sorting={{
          sort: sorting.column,
          order: sorting.order,
          onSort: (column) => setSorting(toggleSorting(sorting, column)),
        }}
      />
    </div>
  )
}
