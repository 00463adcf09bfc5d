import { useStore } from '@nanostores/react'
import { type RefObject, useMemo } from 'react'
import {
  exportStatement,
  exportStatementPdf,
  type StatementDetail,
} from '#contract/settlement/statement-detail.ts'
import { useFocusOnNavigation, usePageTitle } from '#islands/kit/hooks/use-item-page.ts'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { getFirstDay, getLastDay } from '#islands/settlement/statements/state/months.ts'
import { getOwnerName } from '#islands/settlement/statements/state/owner.ts'
import {
  $statementId,
  getListHref,
  getStatementHref,
  statement as statementQuery,
} from '#islands/settlement/statements/state/store.ts'
import { useMarkSeen } from '#islands/settlement/statements/state/use-mark-seen.ts'
import { isSameKey } from '#lib/api/query.ts'
import { $user } from '#lib/api/session.ts'
import { formatDay, formatDayRange, formatMonth } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { roundStatement } from '#lib/format/whole-statement.ts'
import { addNote } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $site } from '#lib/site/site.ts'
import { ComparisonCard } from './ComparisonCard.tsx'
import { LinesCard, LinesSkeleton } from './LinesCard.tsx'
import styles from './Statement.module.css'
import { StatementAnswer } from './StatementAnswer.tsx'

export function StatementView() {
  const { key, result, error } = useStore(statementQuery.$state)
  const found = result && isSameKey(result.key, key) ? result.data.statement : null
  const statement = useMemo(() => found && roundStatement(found), [found])
  const isMissing = useStore($statementId) === null || error?.code === 'not_found'
  const heading = useFocusOnNavigation($statementId)
  const title =
    statement && t('statements:statement.title', { month: formatMonth(statement.month, locale()) })
  usePageTitle(title)
  const isOwn = useStore($user)?.id === statement?.account.id
  useMarkSeen((isOwn && statement?.id) || null)
  if (isMissing) return <MissingStatement heading={heading} />
  return (
    <div className={styles.page} aria-busy={!statement && !error}>
      <Bar statement={statement} />
      {error && !statement ? (
        <section className="card">
          <h1 ref={heading} tabIndex={-1} className="visually-hidden">
            {t('shell:views.statement')}
          </h1>
          <LoadFailure
            title={t('statements:statement.failed')}
            error={error}
            onRetry={statementQuery.reload}
          />
        </section>
      ) : (
        <>
          <Header statement={statement} title={title} heading={heading} />
          <StatementAnswer statement={statement} />
          {statement ? <Details statement={statement} /> : <LinesSkeleton />}
        </>
      )}
    </div>
  )
}

interface StatementProps {
  /** null: loading. */
  statement: StatementDetail | null
}

/** The account whose statement it is, unless it is the reader's own. */
function useOtherOwner(statement: StatementDetail | null) {
  const user = useStore($user)
  return statement && user && statement.account.id !== user.id ? statement.account : null
}

function Bar({ statement }: StatementProps) {
  const owner = useOtherOwner(statement)
  return (
    <div className={styles.bar}>
      <a className={styles.back} href={getListHref(owner?.id)}>
        <Chevron path="M10 3.5 5.5 8l4.5 4.5" />
        {t('statements:statement.back')}
      </a>
      <nav className={styles.neighbors} aria-label={t('statements:statement.neighbors')}>
        <NeighborLink
          id={statement?.previousId ?? null}
          label={t('statements:statement.previous')}
          path="M10 3.5 5.5 8l4.5 4.5"
        />
        <NeighborLink
          id={statement?.nextId ?? null}
          label={t('statements:statement.next')}
          path="M6 3.5 10.5 8 6 12.5"
        />
      </nav>
      <div className={styles.actions}>
        {statement && (
          <>
            <ExportButton
              endpoint={exportStatement}
              query={{ id: statement.id }}
              table={t('statements:lines.export')}
            />
            <ExportButton
              endpoint={exportStatementPdf}
              query={{ id: statement.id }}
              texts={{ button: t('statements:statement.pdf'), done: t('statements:statement.pdfDone') }}
              kind="primary"
            />
          </>
        )}
      </div>
    </div>
  )
}

/** Reserves the place of a missing neighbor. */
const NeighborLink = ({ id, label, path }: { id: number | null; label: string; path: string }) =>
  id === null ? (
    <span className={styles.neighbor} aria-hidden="true">
      <Chevron path={path} />
    </span>
  ) : (
    <a className={`icon-button ${styles.neighbor}`} href={getStatementHref(id)} title={label}>
      <span className="visually-hidden">{label}</span>
      <Chevron path={path} />
    </a>
  )

const Chevron = ({ path }: { path: string }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
)

interface HeaderProps extends StatementProps {
  title: string | null
  heading: RefObject<HTMLHeadingElement | null>
}

/** Renders the same element before and after loading, because it has the focus. */
function Header({ statement, title, heading }: HeaderProps) {
  const owner = useOtherOwner(statement)
  const site = useStore($site)
  return (
    <header className={styles.header}>
      <p className="print-only">{site?.name}</p>
      <h1 ref={heading} tabIndex={-1}>
        {title ?? (
          <>
            <span className="visually-hidden">{t('shell:views.statement')}</span>
            <Skeleton width="220px" />
          </>
        )}
      </h1>
      {statement ? (
        <p className={styles.meta}>
          {owner && (
            <b className="ink medium" data-owner={owner.id}>
              {!owner.isNetwork && owner.nickname && owner.email
                ? addNote(getOwnerName(owner), owner.email)
                : getOwnerName(owner)}
            </b>
          )}
          <span>{formatDayRange(getFirstDay(statement.month), getLastDay(statement.month), locale())}</span>
          <span>
            {t('statements:statement.number')} {statement.number}
          </span>
        </p>
      ) : (
        <>
          <p className={styles.meta}>
            <Skeleton width="280px" />
          </p>
          <p className="visually-hidden" role="status">
            {t('statements:statement.loading')}
          </p>
        </>
      )}
    </header>
  )
}

const Details = ({ statement }: { statement: StatementDetail }) => (
  <div className={styles.columns}>
    <LinesCard key={statement.id} statement={statement} />
    <div className={styles.side}>
      {!statement.account.isNetwork && <ComparisonCard statement={statement} />}
      <PaymentsCard statement={statement} />
    </div>
  </div>
)

function MissingStatement({ heading }: Pick<HeaderProps, 'heading'>) {
  return (
    <section className="card">
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('shell:views.statement')}
      </h1>
      <Message
        failed
        title={t('statements:statement.missing.title')}
        text={t('statements:statement.missing.text')}
      >
        <a className="button" data-kind="primary" href={getListHref()}>
          {t('statements:statement.missing.list')}
        </a>
      </Message>
    </section>
  )
}

const PaymentsCard = ({ statement }: { statement: StatementDetail }) => (
  <section className={styles.card} aria-labelledby="payments-title">
    <h2 id="payments-title">{t('statements:payments.title')}</h2>
    {statement.recentPayments.length === 0 ? (
      <p className="note">{t('statements:payments.none')}</p>
    ) : (
      <ul className={styles.payments}>
        {statement.recentPayments.map(({ statementId, month, paidOn, reference, amount }) => (
          <li key={statementId} data-payment={statementId}>
            <span className={styles.lineName}>
              <b className="medium">{formatDay(paidOn, locale())}</b>
              <span className="caption break">
                <PaymentMonth id={statementId} month={month} isShown={statementId === statement.id} /> ·{' '}
                {reference}
              </span>
            </span>
            <b className="bold nowrap">{formatMoney(amount, statement.currency, locale())}</b>
          </li>
        ))}
      </ul>
    )}
  </section>
)

function PaymentMonth({ id, month, isShown }: { id: number; month: string; isShown: boolean }) {
  const text = t('statements:statement.title', { month: formatMonth(month, locale()) })
  return isShown ? text : <a href={getStatementHref(id)}>{text}</a>
}
