import { useStore } from '@nanostores/react'
import type { Payday } from '#contract/settlement/payday.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { $unverifiedCount } from '#lib/api/session.ts'
import { formatDay, formatMonthShort } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { countDaysUntil, describePayday, findStep, type PaydayHeadline } from './describe-payday.ts'
import { MoneySign } from './MoneySign.tsx'
import styles from './Payday.module.css'
import { AmountRange, describeEstimate, PaydayRows } from './PaydayRows.tsx'
import { PaydaySkeleton } from './PaydaySkeleton.tsx'
import { PaydayStepButton } from './PaydayStepButton.tsx'
import { ownPayday } from './store.ts'

interface CardProps {
  /** The steps beside it already ask for what is missing. */
  isFirstRun?: boolean
}

/** Shows when the person is paid next and how much, what is held, and the one step that is missing. */
export function PaydayCard({ isFirstRun = false }: CardProps) {
  const { result, error } = useStore(ownPayday.$state)
  if (result) return <LoadedCard payday={result.data} isFirstRun={isFirstRun} />
  if (!error) return <PaydaySkeleton />
  return (
    <section className={styles.card} data-failed>
      <LoadFailure title={t('payday:failed')} error={error} onRetry={ownPayday.reload} />
    </section>
  )
}

function LoadedCard({ payday, isFirstRun }: Required<CardProps> & { payday: Payday }) {
  const { headline, estimates } = describePayday(payday)
  const step = findStep(payday, useStore($unverifiedCount))
  if (isFirstRun && payday.held <= 0) {
    return (
      <section className={styles.first} aria-labelledby="payday-title" data-payday={headline.kind}>
        <Headline headline={headline} payday={payday} />
      </section>
    )
  }
  return (
    <section className={styles.card} aria-labelledby="payday-title" data-payday={headline.kind}>
      <Headline headline={headline} payday={payday} />
      <PaydayRows payday={payday} estimates={estimates} isOwn />
      <div className={styles.step}>
        {step ? (
          <>
            <p className="note">{describeStep(step, payday)}</p>
            <PaydayStepButton step={step} />
          </>
        ) : (
          <a className="button" href={localizePath('/statements', locale())}>
            {t('payout:statements')}
          </a>
        )}
        <details className={styles.method}>
          <summary>{t('payday:method.title')}</summary>
          <p className="note">{t('payday:method.text')}</p>
        </details>
      </div>
    </section>
  )
}

const describeStep = (step: NonNullable<ReturnType<typeof findStep>>, { held, nextPayday }: Payday) =>
  held > 0 && step !== 'verify'
    ? t('payday:step.held', { day: formatDay(nextPayday, locale()) })
    : t(`payday:step.${step}Why`)

interface HeadlineProps {
  headline: PaydayHeadline
  payday: Payday
}

function Headline({ headline, payday }: HeadlineProps) {
  switch (headline.kind) {
    case 'final':
      return <FinalHeadline headline={headline} payday={payday} />
    case 'estimated': {
      const { estimate, range } = headline
      return (
        <div className={styles.headline}>
          <HeadlineTitle day={estimate.day} kind="estimated" />
          <p className={styles.amount}>
            <AmountRange range={range} currency={payday.currency} />
          </p>
          <p className="note">{describeEstimate(estimate, payday)}</p>
        </div>
      )
    }
    case 'day':
      return <DayHeadline headline={headline} payday={payday} />
  }
}

function FinalHeadline({
  headline: { day, amount },
  payday: { currency, paidTo },
}: {
  headline: Extract<PaydayHeadline, { kind: 'final' }>
  payday: Payday
}) {
  const isOverdue = countDaysUntil(day) < 0
  return (
    <div className={styles.headline}>
      <HeadlineTitle day={day} kind="final" />
      <p className={styles.amount} data-figure="payday">
        {formatMoney(amount, currency, locale())}
      </p>
      <p className={isOverdue ? 'text-s warn' : 'note'}>
        {isOverdue
          ? t('payday:overdue')
          : paidTo === null
            ? t('payday:final')
            : t('payday:paidTo', { account: paidTo })}
      </p>
    </div>
  )
}

/** Nothing is known but the day. */
function DayHeadline({
  headline: { day, estimate },
  payday: { carried, minimum, currency, held },
}: {
  headline: Extract<PaydayHeadline, { kind: 'day' }>
  payday: Payday
}) {
  const money = (amount: number) => formatMoney(amount, currency, locale())
  const explain = () => {
    if (carried > 0)
      return t('payday:carried', {
        amount: money(carried),
        missing: money(Math.max(0, minimum - carried)),
        minimum: money(minimum),
      })
    if (estimate === null) return t(held > 0 ? 'payday:final' : 'payout:none')
    const values = { month: formatMonthShort(estimate.month, locale()), minimum: money(minimum) }
    return t(estimate.range ? 'payday:estimate.below' : 'payday:first', values)
  }
  return (
    <div className={styles.headline}>
      <h2 id="payday-title" className={styles.title}>
        {t('payday:next')}
      </h2>
      <p className={styles.amount} data-figure="day">
        {formatDay(day, locale())} <Distance day={day} />
      </p>
      <p className="note">{explain()}</p>
    </div>
  )
}

const HeadlineTitle = ({ day, kind }: { day: string; kind: 'final' | 'estimated' }) => (
  <div className={styles.head}>
    <h2 id="payday-title" className={styles.title}>
      {t('payday:title', { day: formatDay(day, locale()) })} <Distance day={day} />
    </h2>
    <span className="chip" data-tone={kind === 'final' ? 'good' : undefined}>
      <MoneySign kind={kind} />
      {t(`payday:kind.${kind}`)}
    </span>
  </div>
)

function Distance({ day }: { day: string }) {
  const days = countDaysUntil(day)
  if (days < 0) return null
  return <small>{days === 0 ? t('payout:today') : t('payout:inDays', { count: days })}</small>
}
