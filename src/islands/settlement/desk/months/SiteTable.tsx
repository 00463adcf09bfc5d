import type { BoardSite, MonthCell } from '#contract/settlement/desk/month-board.ts'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { describeState, isStuck } from '#islands/settlement/desk/months/state/describe-cell.ts'
import { getCellPath } from '#islands/settlement/desk/months/state/store.ts'
import { formatSignedPercent } from '#lib/format/amount.ts'
import { formatMoney, formatMoneyChange, missingValue } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'

interface SiteRow {
  site: BoardSite
  cell: MonthCell
  /** Null: there was nothing, or it is not known. */
  before: number | null
}

interface SiteTableProps {
  sites: readonly BoardSite[]
  cells: readonly MonthCell[]
  before: readonly MonthCell[]
}

/** What is payable by site, beside the month before. */
export const SiteTable = ({ sites, cells, before }: SiteTableProps) => (
  <DataTable
    caption={t('desk-months:sites.caption')}
    columns={getColumns()}
    rows={sites.flatMap((site): SiteRow[] => {
      const cell = cells.find((one) => one.site === site.id)
      const earlier = before.find((one) => one.site === site.id && one.currency === cell?.currency)
      return cell ? [{ site, cell, before: earlier?.payable ?? null }] : []
    })}
    getKey={({ site }) => String(site.id)}
    getAttributes={({ site }) => ({ 'data-site-row': site.domain })}
  />
)

const formatPayable = (amount: number | null, { currency }: MonthCell) =>
  amount === null ? missingValue : formatMoney(amount, currency, locale())

const getColumns = (): ListColumn<SiteRow>[] => [
  {
    key: 'site',
    label: t('desk:filters.site'),
    isHeading: true,
    isText: true,
    cell: ({ site, cell }) => (
      <a className="link" href={localizePath(getCellPath(cell.month, site.id), locale())}>
        {site.name}
      </a>
    ),
  },
  {
    key: 'state',
    label: t('common:status'),
    isText: true,
    card: 'note',
    cell: ({ cell }) => <span className={isStuck(cell) ? 'warn' : undefined}>{describeState(cell)}</span>,
  },
  {
    key: 'before',
    label: t('months:members.jump'),
    card: 'fact',
    cell: ({ cell, before }) => formatPayable(before, cell),
  },
  {
    key: 'payable',
    label: t('settlement:amounts.payable'),
    card: 'figure',
    cell: ({ cell }) => <b>{formatPayable(cell.payable, cell)}</b>,
  },
  {
    key: 'change',
    label: t('settlement:comparison.difference'),
    card: 'fact',
    cell: (row) => <Change {...row} />,
  },
]

function Change({ cell: { payable, currency }, before }: SiteRow) {
  if (payable === null || before === null) return missingValue
  return (
    <span className={payable < before ? 'bad' : 'good'}>
      {formatMoneyChange(payable - before, currency, locale())}
      {before > 0 && ` (${formatSignedPercent(payable / before - 1, locale())})`}
    </span>
  )
}
