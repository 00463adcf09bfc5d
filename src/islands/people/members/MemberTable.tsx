import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { getFee, type Member, type MemberSort, type MonthReport } from '#contract/people/members.ts'
import type { Permission } from '#contract/platform/roles.ts'
import type { Selectable } from '#islands/kit/tables/Checkboxes.tsx'
import { isAllZero, type ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { ActionMenu as Menu } from '#islands/kit/ui/ActionMenu.tsx'
import { Day } from '#islands/kit/ui/Day.tsx'
import { $permissions, may } from '#lib/api/session.ts'
import { formatMoney, formatMoneyChange, formatNumber, roundMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import { memberColumnChoice } from './column-choice.ts'
import styles from './Members.module.css'
import { ChannelsLink, MemberName, ProfitShare, RateCell } from './member-cells.tsx'
import { formatProfit, type ProfitColumn, profitColumns } from './profit.ts'
import { memberSelection } from './selection.ts'
import { $filter, approve, impersonate, inviteAgain, sortBy } from './store.ts'

const selectable: Selectable<Member> = {
  selection: memberSelection,
  label: ({ nickname }) => t('lists:selectOne', { name: nickname }),
  allLabel: () => t('members:select.all'),
}

export const columnTexts = {
  channels: 'common:channels',
  gross: 'common:profit',
  fee: 'lists:fee',
  net: 'lists:afterFee',
  rate: 'members:column.rate',
  registered: 'members:column.registered',
  lastSignIn: 'members:column.lastSignIn',
} as const satisfies Record<string, TextKey>

const cardPlaces = { gross: 'note', fee: undefined, net: 'figure' } as const

const getColumns = ({
  members,
  report,
}: Pick<MemberListProps, 'members' | 'report'>): ListColumn<Member, MemberSort>[] => [
  {
    key: 'member',
    label: t('lists:member'),
    isHeading: true,
    sort: 'name',
    cell: (member) => <MemberName member={member} />,
  },
  {
    key: 'channels',
    label: t('common:channels'),
    sort: 'channels',
    card: 'line',
    cell: (member) => (
      <ChannelsLink member={member}>{t('members:channels', { count: member.channels })}</ChannelsLink>
    ),
    cardCell: (member) => (
      <span className={styles.facts}>
        <ChannelsLink member={member}>
          {`${t('common:channels')} ${formatNumber(member.channels, locale())}`}
        </ChannelsLink>
        <span>
          {t('members:column.rate')} <RateCell member={member} />
        </span>
      </span>
    ),
  },
  ...profitColumns.map((key) => ({
    key,
    label: t(columnTexts[key]),
    sort: key,
    rank: key === 'fee' ? 1 : undefined,
    isEmpty: key === 'fee' && report !== null && isAllZero(members, ({ profit }) => profit && getFee(profit)),
    card: cardPlaces[key],
    cell: ({ profit }: Member) => (
      <>
        {formatProfit(key, profit, report?.currency)}
        {key === 'gross' && <ProfitShare profit={profit} report={report} />}
      </>
    ),
    cardCell: ({ profit }: Member) => formatProfit(key, profit, report?.currency),
  })),
  {
    key: 'rate',
    label: t('members:column.rate'),
    card: 'elsewhere',
    cell: (member) => <RateCell member={member} />,
  },
  {
    key: 'registered',
    label: t('members:column.registered'),
    sort: 'registered',
    rank: 3,
    cell: ({ registered_at }) => <Day moment={registered_at} />,
  },
  {
    key: 'lastSignIn',
    label: t('members:column.lastSignIn'),
    sort: 'lastSignIn',
    rank: 2,
    cell: ({ last_sign_in_at }) =>
      last_sign_in_at ? <Day moment={last_sign_in_at} /> : t('lists:neverSignedIn'),
  },
  {
    key: 'menu',
    label: <span className="visually-hidden">{t('lists:actions')}</span>,
    card: 'menu',
    cell: (member) => <ActionMenu member={member} />,
  },
]

interface MemberListProps {
  members: readonly Member[]
  report: MonthReport | null
  /** No filter leaves out members. */
  hasAll: boolean
}

export function MemberTable({ members, report, hasAll }: MemberListProps) {
  const filter = useStore($filter)
  const columns = useMemo(() => getColumns({ members, report }), [members, report])
  return (
    <DataTable
      caption={t('members:list.title')}
      className={styles.list}
      columns={columns}
      rows={members}
      getKey={getId}
      getAttributes={getAttributes}
      selectable={useStore(may('fees.change')) ? selectable : null}
      choice={memberColumnChoice}
      sorting={{ ...filter, onSort: sortBy }}
      totals={report ? getMemberTotals(report, hasAll) : []}
    />
  )
}

const getId = ({ id }: Member) => id
const getAttributes = ({ id }: Member) => ({ 'data-member': id })

type Action =
  | 'impersonate'
  | 'approve'
  | 'invite'
  | 'payee'
  | 'password'
  | 'fee'
  | 'signInHelp'
  | 'end'
  | 'delete'

/** The action that the state requires comes first. */
const getActions = ({ state, payee }: Member): Action[] => [
  ...(state === 'waiting' ? ['approve' as const] : []),
  ...(state === 'invited' ? ['invite' as const] : []),
  ...(payee === 'entered' ? ['payee' as const] : []),
  'password',
  'fee',
  'impersonate',
  ...(payee && payee !== 'entered' ? ['payee' as const] : []),
  'signInHelp',
  'end',
  'delete',
]

const actionTexts = {
  password: 'credentials:changePassword',
  fee: 'members:action.fee',
  signInHelp: 'members:action.signInHelp',
  end: 'members:action.end',
  delete: 'members:action.delete',
  impersonate: 'members:action.impersonate',
  approve: 'members:action.approve',
  invite: 'lists:inviteAgain',
  payee: 'payout:check',
} as const satisfies Record<Action, TextKey>

const permissionOf: Readonly<Record<Action, Permission>> = {
  impersonate: 'members.impersonate',
  approve: 'members.change',
  invite: 'members.change',
  payee: 'money.change',
  password: 'members.change',
  fee: 'fees.change',
  signInHelp: 'members.change',
  end: 'members.change',
  delete: 'members.change',
}

function ActionMenu({ member }: { member: Member }) {
  useStore($permissions)
  const actions = getActions(member).filter((action) => may(permissionOf[action]).get())
  function selectAction(action: Action) {
    if (action === 'approve') approve(member)
    else if (action === 'invite') inviteAgain(member)
    else if (action === 'impersonate') void impersonate(member)
    else openDialog(action, member.id)
  }
  if (actions.length === 0) return null
  return (
    <Menu
      label={t('lists:actionsOf', { name: member.nickname })}
      actions={actions.map((action) => ({
        key: action,
        text: t(actionTexts[action]),
        isDangerous: action === 'delete' || action === 'end',
        onSelect: () => selectAction(action),
      }))}
    />
  )
}

const formatNetwork = ({ networkProfit, currency }: MonthReport) =>
  formatMoney(networkProfit, currency, locale())

/** The difference of the displayed amounts. */
const getDifference = ({ networkProfit, membersProfit, currency }: MonthReport) =>
  roundMoney(networkProfit, currency) - roundMoney(membersProfit.grossProfit, currency)

const isProfitColumn = (column: string): column is ProfitColumn =>
  (profitColumns as readonly string[]).includes(column)

/**
 * The first rows show the sums of the lines below, and the whole network's earnings. Channels of several members, and those of
 * none, are what lies between: without that line, a sum above the whole would look like a mistake.
 */
const getMemberTotals = (report: MonthReport, hasAll: boolean) => [
  {
    key: 'members',
    label: <TotalLabel row="members" />,
    cell: (column: string) =>
      isProfitColumn(column) && formatProfit(column, report.membersProfit, report.currency),
  },
  ...(hasAll && getDifference(report) !== 0
    ? [
        {
          key: 'difference',
          label: <TotalLabel row="difference" />,
          cell: (column: string) =>
            column === 'gross' && formatMoneyChange(getDifference(report), report.currency, locale()),
        },
      ]
    : []),
  {
    key: 'network',
    label: <TotalLabel row="network" />,
    cell: (column: string) => column === 'gross' && formatNetwork(report),
  },
]

const TotalLabel = ({ row }: { row: 'members' | 'difference' | 'network' }) => (
  <>
    {t(`members:totals.${row}`)} <small>{t(`members:totals.${row}Note`)}</small>
  </>
)
