import type { MonthReport } from '#contract/people/members.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Members.module.css'
import { formatProfit, profitColumns } from './profit.ts'

interface MemberTotalsProps {
  report: MonthReport
}

const formatNetwork = ({ networkProfit, currency }: MonthReport) =>
  formatMoney(networkProfit, currency, locale())

/** The first rows: sums of the lines below, and what the whole network earned. */
export const MemberTotalRows = ({ report }: MemberTotalsProps) => (
  <>
    <tr data-total="members" className={styles.total}>
      <th scope="row">
        {t('members:totals.members')} <small>{t('members:totals.membersNote')}</small>
      </th>
      <td />
      {profitColumns.map((column) => (
        <td key={column} data-column={column}>
          {formatProfit(column, report.membersProfit, report.currency)}
        </td>
      ))}
      <td />
      <td />
      <td />
    </tr>
    <tr data-total="network" className={styles.total}>
      <th scope="row">
        {t('members:totals.network')} <small>{t('members:totals.networkNote')}</small>
      </th>
      <td />
      <td data-column="gross">{formatNetwork(report)}</td>
      <td />
      <td />
      <td />
      <td />
      <td />
    </tr>
  </>
)

/** For phones. */
export const MemberTotalCard = ({ report }: MemberTotalsProps) => (
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
