import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { exportMovements } from '#contract/settlement/movements.ts'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { SavedViews } from '#islands/kit/views/SavedViews.tsx'
import { PaydayCard } from '#islands/reports/dashboard/payday/PaydayCard.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { $user, may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { BalanceAnswer, BalanceSkeleton } from './BalanceAnswer.tsx'
import styles from './Statements.module.css'
import { StatementTable, StatementTableSkeleton } from './StatementTable.tsx'
import { getOwnerName } from './state/owner.ts'
import { getListHref, type StatementList, statements } from './state/store.ts'
import { useMarkSeen } from './state/use-mark-seen.ts'

export function StatementsView() {
  const { key, result, error } = useStore(statements.$state)
  const list = result && isSameKey(result.key, key) ? result.data : null
  const isLoading = list === null && error === null
  const isOwn = useStore($user)?.id === list?.account.id
  useMarkSeen((isOwn && list?.statements[0]?.id) || null)
  return (
    <div className={styles.view} aria-busy={isLoading}>
      <Heading list={list} member={key?.member} />
      {list && <Content list={list} member={key?.member} />}
      {!list && error && <Failure error={error} />}
      {isLoading && (
        <>
          <p className="visually-hidden" role="status">
            {t('common:loading')}
          </p>
          <BalanceSkeleton />
          <StatementTableSkeleton />
        </>
      )}
    </div>
  )
}

interface ListProps {
  list: StatementList
  /** The member whose statements a manager views; undefined: the caller's own. */
  member: number | undefined
}

function Heading({ list, member }: { list: StatementList | null; member: number | undefined }) {
  const isMember = member !== undefined && list !== null && !list.account.isNetwork
  return (
    <header className="wrap items-start justify-between gap-3">
      <div>
        <h1 tabIndex={-1}>
          {isMember
            ? t('statements:whose', { name: getOwnerName(list.account) })
            : t('shell:views.statements')}
        </h1>
        <p className="note">
          {isMember && list.account.email
            ? list.account.email
            : t(`statements:${list?.account.isNetwork ? 'networkLead' : 'lead'}`)}
        </p>
      </div>
      <SavedViews />
    </header>
  )
}

function Content({ list, member }: ListProps) {
  if (list.statements.length === 0) {
    return (
      <>
        {member === undefined && !list.account.isNetwork && <PaydayCard />}
        <section className="card">
          <Message title={t('statements:empty.title')} text={t('statements:empty.text')} />
        </section>
      </>
    )
  }
  return (
    <>
      <BalanceAnswer list={list} isOwn={member === undefined} />
      <StatementTable list={list} />
      <MovementsSection member={member} />
    </>
  )
}

function Failure({ error }: { error: NonNullable<ReturnType<typeof statements.$state.get>['error']> }) {
  const seesMoney = useStore(may('money.read'))
  if (seesMoney && error.code === 'not_found') {
    return (
      <section className="card">
        <Message failed title={t('statements:missingMember.title')} text={t('statements:missingMember.text')}>
          <a className="button" href={getListHref()}>
            {t('statements:statement.missing.list')}
          </a>
        </Message>
      </section>
    )
  }
  return (
    <section className="card">
      <LoadFailure title={t('statements:failed')} error={error} onRetry={statements.reload} />
    </section>
  )
}

const lazyMovements = lazyComponent(async () => (await import('./Movements.tsx')).Movements)
const noProps = {}

/** Shows the statement of account, which loads when it is opened. */
function MovementsSection({ member }: { member: number | undefined }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <section className={styles.movements}>
      <details onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
        <summary className={styles.summary}>
          <h2>{t('statements:movements.title')}</h2>
          <span className="note">{t('statements:movements.lead')}</span>
        </summary>
        {wasOpened && (
          <Lazy component={lazyMovements} props={noProps} fallback={<Skeleton height="240px" />} />
        )}
      </details>
      <div className={styles.export}>
        <ExportButton endpoint={exportMovements} query={{ member }} table={t('statements:movements.title')} />
      </div>
    </section>
  )
}
