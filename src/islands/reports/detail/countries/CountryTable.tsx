import { type ReactNode, useState } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import { ShareBar } from '#islands/kit/charts/small/ShareBar.tsx'
import { SortHeader } from '#islands/kit/tables/SortHeader.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { PriceCell } from '#islands/reports/metrics/PriceCell.tsx'
import { formatMoney, formatNumber, formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './CountryTable.module.css'
import { type Column, type CountryRow, type CountrySorting, sortRows, toggleSorting } from './country-rows.ts'

const columns: readonly Column[] = ['name', 'views', 'share', 'profit', 'price']

interface CountryTableProps {
  rows: readonly CountryRow[]
  currency: Currency
  /** The country that the drawings point at. */
  pointed: string | null
  actions: ReactNode
}

export function CountryTable({ rows, currency, pointed, actions }: CountryTableProps) {
  const [sorting, setSorting] = useState<CountrySorting>({ column: 'views', order: 'desc' })
  return (
    <div className={styles.countries}>
      <div className="spread gap-2">
        <p className="note medium">{t('video-detail:countries.count', { count: rows.length })}</p>
        {actions}
      </div>
      <table className={table.table}>
        <caption className="visually-hidden">{t('video-detail:countries.table')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHeader
                key={column}
                label={t(`video-detail:countries.${column}`)}
                sortLabel={undefined}
                order={sorting.column === column ? sorting.order : undefined}
                onSort={() => setSorting(toggleSorting(sorting, column))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, sorting, locale()).map((row) => (
            <tr
              key={row.country}
              data-country={row.country}
              data-pointed={row.country === pointed || undefined}
            >
              <th scope="row" className="medium">
                {row.name}
              </th>
              <td>{formatNumber(row.views, locale())}</td>
              <td>
                <span className="inline-row">
                  {formatPercent(row.share, locale())}
                  <ShareBar share={row.share ?? 0} />
                </span>
              </td>
              <td>{formatMoney(row.profit, currency, locale())}</td>
              <td>
                <PriceCell figures={row} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
