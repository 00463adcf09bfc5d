import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { type MonthClosing, maxExplanationLength } from '#contract/settlement/month-closing.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { setRate } from '#islands/settlement/months/state/store.ts'
import { formatAmount, formatRate } from '#lib/format/amount.ts'
import { formatDay, formatLocalDay, formatMonth } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Closing.module.css'
import { OwnerCard } from './OwnerCard.tsx'
import { $closing, $explanation, closingQuery, formatRateInput, parseRate } from './store.ts'

/** Lets operators close a month of the whole installation, and shows its obstacles. */
export function ClosingPanel() {
  const { error, result } = useStore(closingQuery.$state)
  const closing = useStore($closing)
  if (error?.code === 'not_found') return null
  return (
    <section className="card" aria-labelledby="month-closing" aria-busy={!closing && !error}>
      <div className="wrap items-baseline gap-2">
        <h2 id="month-closing">{t('month-closing:title')}</h2>
        <span className="chip">{t('month-closing:operators')}</span>
        {closing && <ClosingState closing={closing} />}
      </div>
      <p className="note">{t('month-closing:lead')}</p>
      {closing ? (
        <ClosingContent key={closing.month} closing={closing} />
      ) : error ? (
        <LoadFailure title={t('month-closing:failed')} text={error.message} onRetry={closingQuery.reload} />
      ) : result && result.data.closing === null ? (
        <Message title={t('month-closing:none.title')} text={t('month-closing:none.text')} />
      ) : (
        <>
          <p className="visually-hidden" role="status">
            {t('common:loading')}
          </p>
          <Skeleton height="240px" />
        </>
      )}
    </section>
  )
}

const ClosingState = ({ closing: { month, state, closedAt } }: { closing: MonthClosing }) => (
  <span className="note">
    {formatMonth(month, locale())} ·{' '}
    {state === 'open' || closedAt === null
      ? t('month-closing:open')
      : t('month-closing:closedOn', { day: formatLocalDay(closedAt, locale()) })}
  </span>
)

function ClosingContent({ closing }: { closing: MonthClosing }) {
  const { owners, state, explanation } = closing
  const isOpen = state === 'open'
  useEffect(() => () => $explanation.set(''), [])
  return (
    <div className="stack gap-4">
      <div className={styles.columns}>
        <Summary closing={closing} />
        {isOpen ? <CloseForm closing={closing} /> : <Closed explanation={explanation} />}
      </div>
      {owners.map((owner) => (
        <OwnerCard key={owner.owner} owner={owner} />
      ))}
    </div>
  )
}

const dollars = (micros: number) => formatAmount(micros, 'USD', locale())

function Summary({ closing: { summary, krwMicros, rateDay } }: { closing: MonthClosing }) {
  const rate = krwMicros !== null && (
    <div>
      <dt>{t('month-closing:summary.rate')}</dt>
      <dd>
        {formatRate(krwMicros, locale())}
        {rateDay && <small>{t('month-closing:summary.rateOf', { day: formatDay(rateDay, locale()) })}</small>}
      </dd>
    </div>
  )
  if (!summary) return <p className="panel">{t('month-closing:summary.noRate')}</p>
  const amounts = [
    ['income', summary.incomeMicros],
    ['adjustments', summary.adjustmentsMicros],
    ['tax', summary.taxMicros],
    ['corrections', summary.correctionsMicros],
    ['members', summary.membersMicros],
    ['networks', summary.networksMicros],
    ['unallocated', summary.unallocatedMicros],
  ] as const
  return (
    <dl className={styles.facts}>
      {summary.payable.map(({ currency, statements, amount }) => (
        <div key={currency} data-strong>
          <dt>{t('month-closing:summary.payable', { currency })}</dt>
          <dd>
            {formatAmount(amount, currency, locale())}
            <small>
              {t('month-closing:summary.statements', {
                count: statements,
                total: formatNumber(statements, locale()),
              })}
            </small>
          </dd>
        </div>
      ))}
      {rate}
      {amounts.map(([name, micros]) => (
        <div key={name}>
          <dt>{t(`month-closing:summary.${name}`)}</dt>
          <dd>{dollars(micros)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Closed({ explanation }: { explanation: string | null }) {
  return (
    <div className="panel stack gap-1">
      <p className="bold">{t('month-closing:closedTitle')}</p>
      <p>
        {explanation === null
          ? t('month-closing:closedText')
          : t('month-closing:explained', { text: explanation })}
      </p>
    </div>
  )
}

function CloseForm({ closing }: { closing: MonthClosing }) {
  const id = useId()
  const explanation = useStore($explanation)
  const { obstacles, krwMicros } = closing
  const blocking = obstacles.filter(({ canBeExplained }) => !canBeExplained)
  const explained = obstacles.filter(({ canBeExplained }) => canBeExplained)
  const reason =
    blocking.length > 0
      ? 'blocked'
      : krwMicros === null
        ? 'noRate'
        : explained.length > 0 && explanation.trim() === ''
          ? 'unexplained'
          : null
  return (
    <div className="stack gap-3">
      <RateForm key={krwMicros} krwMicros={krwMicros} />
      {blocking.length > 0 && (
        <ObstacleList title={t('month-closing:obstacles.blocking')} tone="bad" obstacles={blocking} />
      )}
      {explained.length > 0 && (
        <>
          <ObstacleList title={t('month-closing:obstacles.explainable')} tone="warn" obstacles={explained} />
          <div className="grid gap-tight">
            <label className="text-s medium" htmlFor={`${id}-explanation`}>
              {t('month-closing:explanation.label')}
            </label>
            <textarea
              id={`${id}-explanation`}
              className={`input ${styles.explanation}`}
              rows={3}
              maxLength={maxExplanationLength}
              value={explanation}
              aria-describedby={`${id}-hint`}
              onChange={(event) => $explanation.set(event.target.value)}
            />
            <p className="faint text-xs" id={`${id}-hint`}>
              {t('month-closing:explanation.hint')}
            </p>
          </div>
        </>
      )}
      {obstacles.length === 0 && (
        <p className="panel" data-tone="good">
          {t('month-closing:obstacles.none')}
        </p>
      )}
      <div className="wrap items-center gap-3">
        <Button
          kind="primary"
          disabled={reason !== null}
          aria-describedby={reason ? `${id}-reason` : undefined}
          onClick={() => openDialog('close')}
        >
          {t('month-closing:close', { month: formatMonth(closing.month, locale()) })}
        </Button>
        {reason && (
          <span className="caption" id={`${id}-reason`}>
            {t(`month-closing:reasons.${reason}`)}
          </span>
        )}
      </div>
    </div>
  )
}

interface ObstacleListProps {
  title: string
  tone: 'warn' | 'bad'
  obstacles: MonthClosing['obstacles']
}

const ObstacleList = ({ title, tone, obstacles }: ObstacleListProps) => (
  <div className="panel stack gap-2" data-tone={tone}>
    <p className="bold">{title}</p>
    <ul className={styles.obstacles}>
      {obstacles.map(({ code, text }) => (
        <li key={`${code} ${text}`}>{text}</li>
      ))}
    </ul>
  </div>
)

/** Sets the exchange rate for closing the month; amounts of the draft follow it. */
function RateForm({ krwMicros }: { krwMicros: number | null }) {
  const id = useId()
  const [text, setText] = useState(krwMicros === null ? '' : formatRateInput(krwMicros))
  const [isInvalid, setIsInvalid] = useState(false)
  return (
    <form
      className="grid gap-tight"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const parsed = parseRate(text)
        setIsInvalid(parsed === null)
        if (parsed !== null) setRate(parsed)
      }}
    >
      <label className="text-s medium" htmlFor={id}>
        {t('month-closing:rate.label')}
      </label>
      <span className={styles.rate}>
        <input
          id={id}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={text}
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit">{t('month-closing:rate.apply')}</Button>
      </span>
      <p className={isInvalid ? 'text-s bad' : 'faint text-xs'} id={`${id}-hint`}>
        {t(isInvalid ? 'month-closing:rate.invalid' : 'month-closing:rate.hint')}
      </p>
    </form>
  )
}
