import { type ReactNode, useState } from 'react'
import type { Currency } from '#contract/platform/currency.ts'
import type {
  AdjustmentLine,
  CorrectionLine,
  IncomeLine,
  StatementChannel,
  StatementDetail,
  TaxLine,
  WithholdingLine,
} from '#contract/settlement/statements.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { getAmountLabel } from '#islands/settlement/statements/state/amount-label.ts'
import { getStatementHref } from '#islands/settlement/statements/state/store.ts'
import { formatAmount, formatRate, formatSignedAmount } from '#lib/format/amount.ts'
import { formatDay, formatLocalDay, formatMonth } from '#lib/format/day.ts'
import { formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Statement.module.css'

/** Every amount in the order in which the balance comes about. */
export function LinesCard({ statement }: { statement: StatementDetail }) {
  const { currency, account, opening, payments, net, closing, payable, feeLines } = statement
  const money = (amount: number) => formatAmount(amount, currency, locale())
  const label = (name: string) => getAmountLabel(name, account)
  const paid = statement.recentPayments.filter(
    ({ statementId }) => payments !== 0 && statementId === statement.previousId,
  )
  return (
    <section className={styles.lines} aria-labelledby="lines-title">
      <h2 id="lines-title">{t('statements:lines.title')}</h2>
      <Group
        name="opening"
        label={label('opening')}
        amount={money(opening)}
        note={opening !== 0 && t('statements:lines.opening')}
      />
      <ChannelGroup
        name="income"
        label={label('income')}
        currency={currency}
        list={statement.incomeLines}
        renderLine={(line) => <IncomeRow line={line} currency={currency} />}
        alwaysShown
      />
      <ChannelGroup
        name="adjustments"
        label={label('adjustments')}
        currency={currency}
        list={statement.adjustmentLines}
        renderLine={(line) => <AdjustmentRow line={line} currency={currency} />}
      />
      <ChannelGroup
        name="tax"
        label={label('tax')}
        currency={currency}
        list={statement.taxLines}
        renderLine={(line) => <TaxRow line={line} currency={currency} />}
      />
      {feeLines.length > 0 && (
        <Group
          name="fee"
          label={label('fee')}
          amount={formatSignedAmount(statement.fee, currency, locale())}
          note={feeLines.length === 1 && feeLines[0] && formatPermille(feeLines[0].permille)}
        >
          {feeLines.length > 1 &&
            feeLines.map(({ permille, amount }) => (
              <Line
                key={permille}
                name={formatPermille(permille)}
                amount={formatSignedAmount(amount, currency, locale())}
              />
            ))}
        </Group>
      )}
      <ChannelGroup
        name="corrections"
        label={label('corrections')}
        currency={currency}
        list={statement.correctionLines}
        renderLine={(line) => <CorrectionRow line={line} currency={currency} />}
      />
      <Group name="net" label={label('net')} amount={money(net)} isTotal />
      {statement.withholdingLines.length > 0 && (
        <Group
          name="withholding"
          label={label('withholding')}
          amount={formatSignedAmount(statement.withholding, currency, locale())}
        >
          {statement.withholdingLines.map((line) => (
            <Line
              key={line.name}
              name={t(`statements:lines.withholding.${line.name}`)}
              note={describeWithholding(line)}
              amount={formatSignedAmount(line.amount, currency, locale())}
            />
          ))}
        </Group>
      )}
      {payments !== 0 && (
        <Group
          name="payments"
          label={label('payments')}
          amount={formatSignedAmount(payments, currency, locale())}
          note={
            paid[0]
              ? `${formatDay(paid[0].paidOn, locale())} · ${paid[0].reference}`
              : t('statements:lines.paidBefore')
          }
        />
      )}
      <Group
        name="closing"
        label={label('closing')}
        amount={money(closing)}
        note={
          payable > 0
            ? t('statements:lines.closingPaid', { amount: money(payable) })
            : closing !== 0 && t('statements:lines.closing')
        }
        isTotal
      />
      <Facts statement={statement} />
    </section>
  )
}

const formatPermille = (permille: number) => formatPercent(permille / 1_000, locale())

/** Local income tax is a part of the income tax. */
const describeWithholding = ({ name, permille }: WithholdingLine) =>
  name === 'income-tax'
    ? formatPermille(permille)
    : t('statements:lines.ofIncomeTax', { rate: formatPermille(permille) })

interface GroupProps {
  name: string
  label: string
  amount: string
  note?: ReactNode
  isTotal?: boolean
  children?: ReactNode
}

function Group({ name, label, amount, note, isTotal = false, children }: GroupProps) {
  return (
    <div className={styles.group} data-group={name} data-total={isTotal || undefined}>
      <div className={styles.total}>
        <h3>{label}</h3>
        {note && <p className="note">{note}</p>}
        <p className={styles.groupAmount}>{amount}</p>
      </div>
      {children && <ul className={styles.rows}>{children}</ul>}
    </div>
  )
}

interface LineProps {
  name: ReactNode
  note?: ReactNode
  amount: string
}

const Line = ({ name, note, amount }: LineProps) => (
  <li className={styles.line}>
    <span className={styles.lineName}>
      <span className="break">{name}</span>
      {note && <span className="caption">{note}</span>}
    </span>
    <span>{amount}</span>
  </li>
)

/** More are shown on request: a statement is read from its totals. */
const shownLines = 6

interface ChannelGroupProps<L> {
  name: string
  label: string
  currency: Currency
  list: {
    amount: number
    lines: readonly L[]
    omitted: { count: number; amount: number }
  }
  renderLine: (line: L) => ReactNode
  alwaysShown?: boolean
}

function ChannelGroup<L>({
  name,
  label,
  currency,
  list,
  renderLine,
  alwaysShown = false,
}: ChannelGroupProps<L>) {
  const [isExpanded, setIsExpanded] = useState(false)
  const { amount, lines, omitted } = list
  const money = (value: number) => formatSignedAmount(value, currency, locale())
  if (!alwaysShown && lines.length === 0 && amount === 0) return null
  // One more line takes no more room than the button.
  const count = isExpanded || lines.length <= shownLines + 1 ? lines.length : shownLines
  const rest = lines.length - count
  return (
    <Group name={name} label={label} amount={money(amount)}>
      {lines.slice(0, count).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a statement never change
        <li key={at}>{renderLine(line)}</li>
      ))}
      {rest > 0 && (
        <li className={styles.more}>
          <Button className="small" onClick={() => setIsExpanded(true)}>
            {t('statements:lines.more', { count: rest })}
          </Button>
        </li>
      )}
      {rest === 0 && omitted.count > 0 && (
        <Line name={t('statements:lines.omitted', { count: omitted.count })} amount={money(omitted.amount)} />
      )}
    </Group>
  )
}

const getChannelName = ({ channelId, name }: StatementChannel): string =>
  name ?? (channelId === null ? t('statements:lines.nobody') : t('statements:lines.unnamed'))

const ChannelName = ({ channel, note }: { channel: StatementChannel; note?: ReactNode }) => (
  <span className={styles.channel}>
    <ChannelPicture channelId={channel.channelId ?? ''} address={channel.thumbnail} isSmall />
    <span className={styles.lineName}>
      <span className="break">{getChannelName(channel)}</span>
      {note && <span className="caption">{note}</span>}
    </span>
  </span>
)

interface RowProps<L> {
  line: L
  currency: Currency
}

function IncomeRow({ line, currency }: RowProps<IncomeLine>) {
  const money = (amount: number) => formatSignedAmount(amount, currency, locale())
  return (
    <details className={styles.income} data-channel={line.channelId}>
      <summary className={styles.line}>
        <ChannelName channel={line} />
        <span>{money(line.amount)}</span>
      </summary>
      <ul
        className={styles.sources}
        aria-label={t('statements:lines.sources', { name: getChannelName(line) })}
      >
        {line.sources.map(({ source, amount }) => (
          <li key={source} className={styles.line} data-source={source}>
            <span>{t(`settlement:sources.${source}`)}</span>
            <span>{money(amount)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const AdjustmentRow = ({ line, currency }: RowProps<AdjustmentLine>) => (
  <div className={styles.line}>
    <ChannelName channel={line} note={t(`settlement:sources.${line.source}`)} />
    <span>{formatSignedAmount(line.amount, currency, locale())}</span>
  </div>
)

const TaxRow = ({ line, currency }: RowProps<TaxLine>) => (
  <div className={styles.line}>
    <ChannelName channel={line} />
    <span>{formatSignedAmount(line.amount, currency, locale())}</span>
  </div>
)

function CorrectionRow({ line, currency }: RowProps<CorrectionLine>) {
  const { earnedMonth, source, corrects, amount } = line
  const what = source ? t(`settlement:sources.${source}`) : t('statements:amounts.fee')
  return (
    <div className={styles.line}>
      <ChannelName
        channel={line}
        note={
          <>
            {t('statements:lines.earned', { month: formatMonth(earnedMonth, locale()) })} · {what} ·{' '}
            {corrects ? (
              <a className={styles.correction} href={getStatementHref(corrects.statementId)}>
                {t('statements:lines.corrects', { number: corrects.number })}
              </a>
            ) : (
              t('statements:lines.late')
            )}
          </>
        }
      />
      <span>{formatSignedAmount(amount, currency, locale())}</span>
    </div>
  )
}

function Facts({
  statement: { currency, krwMicros, closedAt, fingerprint, minimum },
}: {
  statement: StatementDetail
}) {
  const facts = [
    ['closedAt', formatLocalDay(closedAt, locale())],
    ...(currency === 'KRW'
      ? [['rate', t('statements:statement.rateOf', { won: formatRate(krwMicros, locale()) })]]
      : []),
    ['fingerprint', fingerprint],
  ]
  return (
    <footer className={styles.facts}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name} data-fact={name}>
            <dt>{t(`statements:statement.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div data-fact="minimum">
          <dt>{t('statements:amounts.minimum')}</dt>
          <dd>{formatAmount(minimum, currency, locale())}</dd>
        </div>
      </dl>
      <p className="caption">{t('statements:lines.rounding')}</p>
    </footer>
  )
}

const skeletonGroups = ['opening', 'income', 'fee', 'net', 'closing']

export const LinesSkeleton = () => (
  <div className={styles.columns} aria-hidden="true">
    <section className={styles.lines}>
      <h2>{t('statements:lines.title')}</h2>
      {skeletonGroups.map((name) => (
        <div key={name} className={styles.group}>
          <div className={styles.total}>
            <h3>{t(`statements:amounts.${name}`)}</h3>
            <p className={styles.groupAmount}>
              <Skeleton width="90px" />
            </p>
          </div>
        </div>
      ))}
    </section>
    <div className={styles.side}>
      <Skeleton height="300px" />
      <Skeleton height="200px" />
    </div>
  </div>
)
