import type { MonthReport } from '#contract/people/members.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Members.module.css'
import { formatProfit, type ProfitColumn, profitColumns } from './profit.ts'

const formatNetwork = ({ networkProfit, currency }: MonthReport) =>
  formatMoney(networkProfit, currency, locale())

const isProfitColumn = (column: string): column is ProfitColumn =>
  (profitColumns as readonly string[]).includes(column)

/** The first rows: sums of the lines below, and what the whole network earned. */
export const getMemberTotals = (report: MonthReport) => [
  {
    key: 'members',
    label: <TotalLabel row="members" />,
    cell: (column: string) =>
      isProfitColumn(column) && formatProfit(column, report.membersProfit, report.currency),
  },
  {
    key: 'network',
    label: <TotalLabel row="network" />,
    cell: (column: string) => column === 'gross' && formatNetwork(report),
  },
]

const TotalLabel = ({ row }: { row: 'members' | 'network' }) => (
  <>
    {t(`members:totals.${row}`)} <small>{t(`members:totals.${row}Note`)}</small>
  </>
)

/** For phones. */
export const MemberTotalCard = ({ report }: { report: MonthReport }) => (
  <dl className={styles.totals}>
    <div data-total="members">
      <dt>{t('members:totals.members')}</dt>
      <dd className={styles.net}>{formatProfit('net', report.membersProfit, report.currency)}</dd>
      <dd>
        {(['gross', 'fee'] as const).map((column) => (
          <small key={column}>
            {t(`members:column.${column}`)} {formatProfit(column, report.membersProfit, report.currency)}
          </small>
        ))}
      </dd>
      <dd>
        <small>{t('members:totals.membersNote')}</small>
      </dd>
    </div>
    <div data-total="network">
      <dt>{t('members:totals.network')}</dt>
      <dd>{formatNetwork(report)}</dd>
      <dd>
        <small>{t('members:totals.networkNote')}</small>
      </dd>
    </div>
  </dl>
)
