import type { Statement } from '#contract/settlement/statements.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { countDaysUntil } from '#islands/reports/dashboard/payday/describe-payday.ts'
import { MoneySign } from '#islands/reports/dashboard/payday/MoneySign.tsx'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay, formatMonth, formatMonthShort } from '#lib/format/day.ts'
import { formatMoney, formatPercent } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { NetBars, NetBarsSkeleton } from './NetBars.tsx'
import { PaydayOutlook } from './PaydayOutlook.tsx'
import styles from './Statements.module.css'
import { getNextMonth } from './state/months.ts'
import { getRequestable } from './state/payday.ts'
import { StateChip } from './state/StateChip.tsx'
import { getStatementHref, type StatementList } from './state/store.ts'

const maxNamedStatements = 3

const isUnpaid = ({ outstanding }: Statement) => outstanding > 0

interface AnswerProps {
  list: StatementList
  isOwn: boolean
}

/** Shows what will be paid when, and the balance. */
export function BalanceAnswer({ list, isOwn }: AnswerProps) {
  const { account, currency, statements, held, payday } = list
  const unpaid = statements.filter(isUnpaid)
  const needsDetails = statements.some(({ state }) => state === 'details_required')
  const details = (needsDetails || held > 0) && <DetailsNote list={list} isOwn={isOwn} />
  return (
    <section className={styles.answer} aria-labelledby="balance-title">
      <div className={styles.balance}>
        {payday ? <PaydayAnswer list={list} payday={payday} /> : <BalanceOutlook list={list} />}
        {unpaid.length > 0 && (
          <ul className={styles.unpaid}>
            {unpaid.slice(0, maxNamedStatements).map((statement) => (
              <UnpaidStatement key={statement.id} statement={statement} currency={currency} />
            ))}
          </ul>
        )}
        {account.isNetwork ? details : <PaydayOutlook isOwn={isOwn} fallback={details} />}
        {isOwn && <PaymentRequest list={list} />}
        <NextStatement statements={statements} />
        {isOwn && !needsDetails && held === 0 && (
          <p className={styles.links}>
            <a className="inline-link text-s" href={localizePath('/config-account', locale())}>
              {t('payout:account')}
            </a>
          </p>
        )}
      </div>
      <NetBars statements={statements} currency={currency} />
    </section>
  )
}

const BalanceOutlook = ({ list }: { list: StatementList }) => (
  <>
    <h2 id="balance-title" className={styles.label}>
      {t('payout:balance')}
    </h2>
    <p className="large-figure" data-figure="balance">
      {formatMoney(list.balance, list.currency, locale())}
    </p>
    <Outlook list={list} />
  </>
)

interface PaydayProps {
  list: StatementList
  payday: NonNullable<StatementList['payday']>
}

/** The day may have passed without a payment. */
function PaydayAnswer({ list: { balance, currency }, payday: { day, amount } }: PaydayProps) {
  const distance = countDaysUntil(day)
  return (
    <>
      <div className="row gap-2">
        <h2 id="balance-title" className={styles.label}>
          {t('payday:title', { day: formatDay(day, locale()) })}{' '}
          {distance >= 0 && <small>{describeDistance(distance)}</small>}
        </h2>
        <span className="chip" data-tone="good">
          <MoneySign kind="final" />
          {t('payday:kind.final')}
        </span>
      </div>
      <p className="large-figure" data-figure="payday">
        {formatMoney(amount, currency, locale())}
      </p>
      {distance < 0 && (
        <p className="text-s warn" data-outlook="overdue">
          {t('payday:overdue')}
        </p>
      )}
      <p className="text-s">
        {t('payout:balance')} <b data-figure="balance">{formatMoney(balance, currency, locale())}</b>
      </p>
    </>
  )
}

const describeDistance = (days: number) =>
  days === 0 ? t('payout:today') : t('payout:inDays', { count: days })

/** What can be asked for: all that is available, and all that waits without having been asked for. */
function PaymentRequest({ list }: { list: StatementList }) {
  const { requested, requestedAt, currency, account } = list
  if (account.isNetwork) return null
  return (
    <>
      {requested > 0 && (
        <p className="text-s" data-outlook="requested">
          {t('statements:request.done', { amount: formatMoney(requested, currency, locale()) })}
          {requestedAt !== null &&
            ` · ${t('statements:request.asked', { day: formatDay(toLocalDay(requestedAt), locale()) })}`}
        </p>
      )}
      {getRequestable(list) > 0 && (
        <p>
          <Button onClick={() => openDialog('requestPayment')}>{t('statements:request.open')}</Button>
        </p>
      )}
    </>
  )
}

const UnpaidStatement = ({
  statement: { id, month, outstanding, state },
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
    <b className="bold">{formatMoney(outstanding, currency, locale())}</b>
  </li>
)

const DetailsNote = ({ list: { held, currency }, isOwn }: AnswerProps) => (
  <p className="panel" data-tone="warn" data-note="details">
    {held > 0 && (
      <b className={styles.held} data-figure="held">
        {t('statements:held.title', { amount: formatMoney(held, currency, locale()) })}
      </b>
    )}{' '}
    {t(`statements:balance.${isOwn ? 'required' : 'requiredMember'}`)} {held > 0 && t('statements:held.then')}{' '}
    {isOwn && (
      <a className={styles.noteLink} href={localizePath('/config-account', locale())}>
        {t('payout:enterNow')}
      </a>
    )}
  </p>
)

/** Shows how far the balance that no statement includes yet is from the minimum. */
function Outlook({ list: { balance, awaiting, held, minimum, currency } }: { list: StatementList }) {
  const money = (amount: number) => formatMoney(amount, currency, locale())
  const rest = balance - awaiting
  if (awaiting > 0) {
    const text =
      rest === 0
        ? t('statements:balance.awaitingAll')
        : t('statements:balance.awaiting', { amount: money(awaiting) })
    return <p data-outlook="awaiting">{text}</p>
  }
  // The note on missing details says what happens next.
  if (held > 0) return null
  if (balance < 0) return <p data-outlook="negative">{t('statements:balance.negative')}</p>
  if (balance === 0) return <p data-outlook="none">{t('payout:none')}</p>
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
      <h2 className={styles.label}>{t('payout:balance')}</h2>
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
