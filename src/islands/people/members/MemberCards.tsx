import type { Member, MonthReport } from '#contract/people/members.ts'
import table from '#islands/kit/tables/Table.module.css'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { ActionMenu } from './ActionMenu.tsx'
import styles from './Members.module.css'
import { MemberTotalCard } from './MemberTotals.tsx'
import { ChannelsLink, MemberName, RateCell } from './member-cells.tsx'
import { formatProfit } from './profit.ts'

interface MemberCardsProps {
  members: readonly Member[]
  report: MonthReport | null
}

export const MemberCards = ({ members, report }: MemberCardsProps) => (
  <>
    {report && <MemberTotalCard report={report} />}
    <ul className={`grid ${table.cards} ${styles.cards}`}>
      {members.map((member) => (
        <li key={member.id} data-member={member.id}>
          <div className={styles.head}>
            <h3>
              <MemberName member={member} />
            </h3>
            {report && <CardProfit member={member} report={report} />}
          </div>
          <ActionMenu member={member} />
          <div className={styles.facts}>
            <ChannelsLink member={member}>
              {`${t('members:column.channels')} ${formatNumber(member.channels, locale())}`}
            </ChannelsLink>
            <span>
              {t('members:column.rate')} <RateCell member={member} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  </>
)

const CardProfit = ({ member: { profit }, report }: { member: Member; report: MonthReport }) => (
  <p className={styles.profit}>
    <span className="visually-hidden">{t('members:column.net')}</span>
    <b data-column="net">{formatProfit('net', profit, report.currency)}</b>
    <small>
      {t('members:column.gross')}{' '}
      <span data-column="gross">{formatProfit('gross', profit, report.currency)}</span>
    </small>
  </p>
)
