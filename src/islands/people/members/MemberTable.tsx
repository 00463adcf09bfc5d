import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { Member, MemberSort, MonthReport } from '#contract/people/members.ts'
import { RowCheckbox, type Selectable, selectColumn } from '#islands/kit/tables/Checkboxes.tsx'
import { DataRows, DataTable, type TableColumn } from '#islands/kit/tables/DataTable.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { ActionMenu as Menu } from '#islands/kit/ui/ActionMenu.tsx'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Members.module.css'
import { ChannelsLink, DatesCell, MemberName, ProfitShare, RateCell } from './member-cells.tsx'
import { formatProfit, type ProfitColumn, profitColumns } from './profit.ts'
import { memberSelection } from './selection.ts'
import { $filter, approve, inviteAgain, sortBy } from './store.ts'

interface MemberListProps {
  members: readonly Member[]
  report: MonthReport | null
}

const getSelectable = (rows: readonly Member[]): Selectable<Member> => ({
  selection: memberSelection,
  rows,
  label: ({ nickname }) => t('members:select.one', { name: nickname }),
  allLabel: t('members:select.all'),
})

const getColumns = ({ members, report }: MemberListProps): TableColumn<Member, MemberSort>[] => [
  selectColumn(getSelectable(members)),
  {
    key: 'member',
    label: t('members:column.member'),
    isHeading: true,
    sort: 'name',
    cell: (member) => <MemberName member={member} />,
  },
  {
    key: 'channels',
    label: t('members:column.channels'),
    sort: 'channels',
    cell: (member) => (
      <ChannelsLink member={member}>{t('members:channels', { count: member.channels })}</ChannelsLink>
    ),
  },
  ...profitColumns.map((key) => ({
    key,
    label: t(`members:column.${key}`),
    sort: key === 'net' ? key : undefined,
    cell: ({ profit }: Member) => (
      <>
        {formatProfit(key, profit, report?.currency)}
        {key === 'gross' && <ProfitShare profit={profit} report={report} />}
      </>
    ),
  })),
  { key: 'rate', label: t('members:column.rate'), cell: (member) => <RateCell member={member} /> },
  {
    key: 'registered',
    label: t('members:column.registered'),
    sort: 'registered',
    cell: (member) => <DatesCell member={member} />,
  },
  {
    key: 'menu',
    label: <span className="visually-hidden">{t('members:column.actions')}</span>,
    cell: (member) => <ActionMenu member={member} />,
  },
]

export function MemberTable({ members, report }: MemberListProps) {
  const filter = useStore($filter)
  const selectedIds = useStore(memberSelection.$ids)
  const columns = useMemo(() => getColumns({ members, report }), [members, report])
  return (
    <div className={styles.table}>
      <DataTable
        caption={t('members:list.title')}
        className={`${table.table} ${styles.list}`}
        columns={columns}
        sorting={{ ...filter, onSort: sortBy }}
        totals={report ? getMemberTotals(report) : []}
      >
        <DataRows
          rows={members}
          columns={columns}
          getKey={({ id }) => id}
          attributes={getAttributes}
          isSelected={({ id }) => selectedIds.has(id)}
        />
      </DataTable>
    </div>
  )
}

const getAttributes = ({ id }: Member) => ({ 'data-member': id })

/** Replaces the table on a phone. */
export function MemberCards({ members, report }: MemberListProps) {
  const selectedIds = useStore(memberSelection.$ids)
  const selectable = getSelectable(members)
  return (
    <>
      {report && <MemberTotalCard report={report} />}
      <ul className={`grid ${table.cards} ${styles.cards}`}>
        {members.map((member) => (
          <li
            key={member.id}
            {...getAttributes(member)}
            data-selected={selectedIds.has(member.id) || undefined}
          >
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
              <span className={styles.check}>
                <RowCheckbox selectable={selectable} row={member} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

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

type Action = 'approve' | 'invite' | 'payee' | 'password' | 'fee' | 'delete'

/** The action that the state requires comes first. */
const getActions = ({ state, payee }: Member): Action[] => [
  ...(state === 'waiting' ? ['approve' as const] : []),
  ...(state === 'invited' ? ['invite' as const] : []),
  ...(payee === 'entered' ? ['payee' as const] : []),
  'password',
  'fee',
  ...(payee && payee !== 'entered' ? ['payee' as const] : []),
  'delete',
]

function ActionMenu({ member }: { member: Member }) {
  function selectAction(action: Action) {
    if (action === 'approve') approve(member)
    else if (action === 'invite') inviteAgain(member)
    else openDialog(action, member.id)
  }
  return (
    <Menu
      label={t('members:actionsOf', { name: member.nickname })}
      actions={getActions(member).map((action) => ({
        key: action,
        text: t(`members:action.${action}`),
        isDangerous: action === 'delete',
        onSelect: () => selectAction(action),
      }))}
    />
  )
}

const formatNetwork = ({ networkProfit, currency }: MonthReport) =>
  formatMoney(networkProfit, currency, locale())

const isProfitColumn = (column: string): column is ProfitColumn =>
  (profitColumns as readonly string[]).includes(column)

/** The first rows show the sums of the lines below, and the whole network's earnings. */
const getMemberTotals = (report: MonthReport) => [
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

/** Shows totals on phones. */
const MemberTotalCard = ({ report }: { report: MonthReport }) => (
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
