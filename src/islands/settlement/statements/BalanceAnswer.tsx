import type { Statement } from '#contract/settlement/statements.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatAmount } from '#lib/format/amount.ts'
import { formatMonth, formatMonthShort } from '#lib/format/day.ts'
import { formatPercent } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { NetBars, NetBarsSkeleton } from './NetBars.tsx'
import styles from './Statements.module.css'
import { getNextMonth } from './state/months.ts'
import { StateChip } from './state/StateChip.tsx'
import { getStatementHref, type StatementList } from './state/store.ts'

const maxNamedStatements = 3

const isUnpaid = ({ payable, state }: Statement) => payable > 0 && state !== 'paid'

interface AnswerProps {
  list: StatementList
  isOwn: boolean
}

/** Shows the balance, and which part of it will be paid when. */
export function BalanceAnswer({ list, isOwn }: AnswerProps) {
  const { balance, currency, statements } = list
  const unpaid = statements.filter(isUnpaid)
  const needsDetails = statements.some(({ state }) => state === 'details_required')
  return (
    <section className={styles.answer} aria-labelledby="balance-title">
      <div className={styles.balance}>
        <h2 id="balance-title" className={styles.label}>
          {t('statements:amounts.balance')}
        </h2>
        <p className="large-figure" data-figure="balance">
          {formatAmount(balance, currency, locale())}
        </p>
        <Outlook list={list} />
        {unpaid.length > 0 && (
          <ul className={styles.unpaid}>
            {unpaid.slice(0, maxNamedStatements).map((statement) => (
              <UnpaidStatement key={statement.id} statement={statement} currency={currency} />
            ))}
          </ul>
        )}
        {needsDetails && <DetailsNote isOwn={isOwn} />}
        <NextStatement statements={statements} />
        {isOwn && !needsDetails && (
          <p className={styles.links}>
            <a className="inline-link text-s" href={localizePath('/config-account', locale())}>
              {t('statements:details')}
            </a>
          </p>
        )}
      </div>
      <NetBars statements={statements} currency={currency} />
    </section>
  )
}

const UnpaidStatement = ({
  statement: { id, month, payable, state },
  currency,
}: {
  statement: Statement
  currency: StatementList['currency']
}) => (
  <li>
    <a href={getStatementHref(id)}>
      {t('statements:statement.title', { month: formatMonth(month, locale()) })}
    </a>
    <StateChip state={state} />
    <b className="bold">{formatAmount(payable, currency, locale())}</b>
  </li>
)

const DetailsNote = ({ isOwn }: { isOwn: boolean }) => (
  <p className="panel" data-tone="warn" data-note="details">
    {t(`statements:balance.${isOwn ? 'required' : 'requiredMember'}`)}{' '}
    {isOwn && (
      <a className={styles.noteLink} href={localizePath('/config-account', locale())}>
        {t('statements:balance.enter')}
      </a>
    )}
  </p>
)

/** Shows how far the balance that no statement includes yet is from the minimum. */
function Outlook({ list: { balance, awaiting, minimum, currency } }: { list: StatementList }) {
  const money = (amount: number) => formatAmount(amount, currency, locale())
  const rest = balance - awaiting
  if (awaiting > 0) {
    const text =
      rest === 0
        ? t('statements:balance.awaitingAll')
        : t('statements:balance.awaiting', { amount: money(awaiting) })
    return <p data-outlook="awaiting">{text}</p>
  }
  if (balance < 0) return <p data-outlook="negative">{t('statements:balance.negative')}</p>
  if (balance === 0) return <p data-outlook="none">{t('statements:balance.none')}</p>
  if (balance >= minimum) {
    return <p data-outlook="reached">{t('statements:balance.reached', { minimum: money(minimum) })}</p>
  }
  return (
    <div data-outlook="below">
      <Progress share={balance / minimum} />
      <p>
        {t('statements:balance.toMinimum', { minimum: money(minimum), missing: money(minimum - balance) })}
      </p>
    </div>
  )
}

const Progress = ({ share }: { share: number }) => (
  <svg
    className={styles.progress}
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    role="img"
    aria-label={t('statements:balance.progress', { percent: formatPercent(share, locale()) })}
  >
    <rect width="100" height="8" />
    <rect data-share width={share * 100} height="8" />
  </svg>
)

function NextStatement({ statements: [latest] }: { statements: readonly Statement[] }) {
  if (!latest) return null
  const month = getNextMonth(latest.month)
  return (
    <p className="note">
      {t('statements:balance.next', {
        month: formatMonth(month, locale()),
        next: formatMonthShort(getNextMonth(month), locale()),
      })}
    </p>
  )
}

export const BalanceSkeleton = () => (
  <section className={styles.answer} aria-hidden="true">
    <div className={styles.balance}>
      <h2 className={styles.label}>{t('statements:amounts.balance')}</h2>
      <p className="large-figure">
        <Skeleton width="60%" />
      </p>
      <p>
        <Skeleton width="75%" />
      </p>
      <p className="note">
        <Skeleton width="90%" />
      </p>
      <p className={styles.links}>
        <Skeleton width="80px" />
      </p>
    </div>
    <NetBarsSkeleton />
  </section>
)
