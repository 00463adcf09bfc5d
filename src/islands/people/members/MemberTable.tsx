import { useStore } from '@nanostores/react'
import type { Member, MemberSort, MonthReport } from '#contract/people/members.ts'
import { SortHeader } from '#islands/kit/tables/SortHeader.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { t } from '#lib/i18n/strings.ts'
import { ActionMenu } from './ActionMenu.tsx'
import styles from './Members.module.css'
import { MemberTotalRows } from './MemberTotals.tsx'
import { ChannelsLink, DatesCell, MemberName, ProfitShare, RateCell } from './member-cells.tsx'
import { formatProfit, profitColumns } from './profit.ts'
import { $filter, sortBy } from './store.ts'

export const columns = ['member', 'channels', ...profitColumns, 'rate', 'registered'] as const
type Column = (typeof columns)[number]

const sorts: Partial<Record<Column, MemberSort>> = {
  member: 'name',
  channels: 'channels',
  net: 'net',
  registered: 'registered',
}

interface MemberTableProps {
  members: readonly Member[]
  report: MonthReport | null
}

export function MemberTable({ members, report }: MemberTableProps) {
  return (
    <div className={styles.table}>
      <table className={`${table.table} ${styles.list}`}>
        <caption className="visually-hidden">{t('members:list.title')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHeader key={column} column={column} />
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('members:column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {report && <MemberTotalRows report={report} />}
          {members.map((member) => (
            <MemberRow key={member.id} member={member} report={report} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ColumnHeader({ column }: { column: Column }) {
  const filter = useStore($filter)
  const label = t(`members:column.${column}`)
  const sort = sorts[column]
  if (!sort) return <th scope="col">{label}</th>
  return (
    <SortHeader
      label={label}
      sortLabel={undefined}
      order={filter.sort === sort ? filter.order : undefined}
      onSort={() => sortBy(sort)}
    />
  )
}

const MemberRow = ({ member, report }: { member: Member; report: MonthReport | null }) => (
  <tr data-member={member.id}>
    <th scope="row">
      <MemberName member={member} />
    </th>
    <td>
      <ChannelsLink member={member}>{t('members:channels', { count: member.channels })}</ChannelsLink>
    </td>
    {profitColumns.map((column) => (
      <td key={column} data-column={column}>
        {formatProfit(column, member.profit, report?.currency)}
        {column === 'gross' && <ProfitShare profit={member.profit} report={report} />}
      </td>
    ))}
    <td>
      <RateCell member={member} />
    </td>
    <td>
      <DatesCell member={member} />
    </td>
    <td>
      <ActionMenu member={member} />
    </td>
  </tr>
)
