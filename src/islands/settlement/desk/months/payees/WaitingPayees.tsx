import { useStore } from '@nanostores/react'
import type { WaitingPayee } from '#contract/settlement/desk/waiting-payees.ts'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { formatDuration } from '#lib/format/moment.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { waitingPayees } from './store.ts'

/** Payout accounts that nobody has confirmed: their money waits. */
export function WaitingPayees() {
  const { result, error } = useStore(waitingPayees.$state)
  return (
    <section className="card stack gap-2" id="payees" aria-labelledby="waiting-payees">
      <div className="wrap items-baseline gap-2">
        <h2 id="waiting-payees" tabIndex={-1}>
          {t('desk-months:payees.title')}
        </h2>
        {result && <span className="chip">{formatNumber(result.data.total, locale())}</span>}
      </div>
      <p className="note">{t('desk-months:payees.lead')}</p>
      {result ? (
        <List payees={result.data.payees} />
      ) : error ? (
        <LoadFailure title={t('desk-months:payees.failed')} error={error} onRetry={waitingPayees.reload} />
      ) : (
        <Skeleton height="120px" />
      )}
    </section>
  )
}

function List({ payees }: { payees: readonly WaitingPayee[] }) {
  if (payees.length === 0) return <p className="note">{t('desk-months:payees.none')}</p>
  return (
    <>
      <DataTable
        caption={t('desk-months:payees.title')}
        columns={getColumns()}
        rows={payees}
        getKey={({ accountId }) => String(accountId)}
        getAttributes={({ accountId }) => ({ 'data-payee': accountId })}
      />
      <Permitted permission="payees.confirm">
        <p className="caption">{t('desk-months:payees.recorded')}</p>
      </Permitted>
    </>
  )
}

const getColumns = (): ListColumn<WaitingPayee>[] => [
  {
    key: 'person',
    label: t('desk:views.person'),
    isHeading: true,
    isText: true,
    cell: ({ nickname, site }) => (
      <span className="grid break">
        <b className="medium">{nickname}</b>
        <small>{site}</small>
      </span>
    ),
  },
  {
    key: 'network',
    label: t('lists:network'),
    isText: true,
    card: 'fact',
    cell: ({ network }) => network ?? <span className="muted">{t('desk-months:payees.noNetwork')}</span>,
  },
  {
    key: 'account',
    label: t('payout:account'),
    isText: true,
    card: 'fact',
    cell: ({ account }) => account,
  },
  {
    key: 'match',
    label: t('desk-months:payees.match'),
    isText: true,
    card: 'fact',
    cell: ({ isNameMatch }) => (
      <span className={isNameMatch === true ? 'good' : 'warn'}>{describeMatch(isNameMatch)}</span>
    ),
  },
  {
    key: 'since',
    label: t('desk-months:payees.since'),
    card: 'figure',
    cell: ({ enteredAt }) => (
      <time dateTime={enteredAt}>{formatDuration(Date.now() - Date.parse(enteredAt), locale())}</time>
    ),
  },
  {
    key: 'check',
    label: <span className="visually-hidden">{t('desk-months:payees.check')}</span>,
    card: 'line',
    cell: (payee) => <Check payee={payee} />,
  },
]

function describeMatch(isNameMatch: boolean | null): string {
  if (isNameMatch === null) return t('desk-months:payees.unreadable')
  return t(isNameMatch ? 'desk-months:payees.matches' : 'desk-months:payees.differs')
}

const Check = ({ payee: { accountId, nickname, isOwn } }: { payee: WaitingPayee }) => (
  <Permitted permission="payees.confirm">
    {isOwn ? (
      <small>{t('desk-months:payees.own')}</small>
    ) : (
      <Button
        className="small"
        aria-label={t('desk-months:payees.checkOf', { name: nickname })}
        onClick={() => openDialog('payee', accountId)}
      >
        {t('desk-months:payees.check')}
      </Button>
    )}
  </Permitted>
)
