import type { ReactNode } from 'react'
import { lineKeys } from '#contract/settlement/lines/line-keys.ts'
import type { CorrectionLine, LaterLine, StatementDetail } from '#contract/settlement/statement-detail.ts'
import type { MonthSource, StatementChannel } from '#contract/settlement/statements.ts'
import type { AmountName } from '#islands/settlement/statements/state/amount-label.ts'
import { getStatementHref } from '#islands/settlement/statements/state/store.ts'
import { describeTaxRate, formatPermille, getTaxName } from '#islands/settlement/statements/state/taxes.ts'
import { formatDay, formatMonth } from '#lib/format/day.ts'
import { formatMoney, formatMoneyChange } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { movementTexts } from '#lib/texts/settlement-names.ts'
import styles from './Statement.module.css'

interface LineText {
  /** Names the line in questions about it; absent: nobody can ask. */
  line?: string
  note?: ReactNode
  amount: string
}

export interface ChannelLine extends LineText {
  channel: StatementChannel
  /** The sources of the amount. */
  sources?: readonly { source: MonthSource; amount: string; line: string }[]
}

export interface NamedLine extends LineText {
  name: string
}

export interface LineGroup {
  /** Key of its label, and of the group in tests. */
  name: AmountName
  amount: string
  note?: ReactNode
  /** A sum of the groups above. */
  isTotal?: boolean
  lines?: readonly (ChannelLine | NamedLine)[]
  /** Lines that the server left out. */
  omitted?: { count: number; amount: string }
}

interface ChannelList<Line> {
  amount: number
  lines: readonly Line[]
  omitted: { count: number; amount: number }
}

/** Lists every amount in the order that leads to the balance. */
export function listLineGroups(statement: StatementDetail): LineGroup[] {
  const {
    currency,
    opening,
    net,
    closing,
    payable,
    payments,
    feeLines,
    withholdingLines,
    manualLines,
    laterLines,
  } = statement
  const sum = (amount: number) => formatMoney(amount, currency, locale())
  const signed = (amount: number) => formatMoneyChange(amount, currency, locale())
  const createGroup = <Line extends StatementChannel & { amount: number }>(
    name: AmountName,
    { amount, lines, omitted }: ChannelList<Line>,
    describe: (line: Line) => Pick<ChannelLine, 'line' | 'note' | 'sources'>,
  ): LineGroup => ({
    name,
    amount: signed(amount),
    lines: lines.map((line) => ({ channel: line, amount: signed(line.amount), ...describe(line) })),
    omitted: { count: omitted.count, amount: signed(omitted.amount) },
  })
  const isShown = ({ lines, amount }: ChannelList<unknown>) => lines.length > 0 || amount !== 0
  const groups: (LineGroup | false)[] = [
    { name: 'opening', amount: sum(opening), note: opening !== 0 && t('statements:lines.opening') },
    createGroup('income', statement.incomeLines, (line) => ({
      line: lineKeys.income(line),
      sources: line.sources.map(({ source, amount }) => ({
        source,
        amount: signed(amount),
        line: lineKeys.incomeSource(line, source),
      })),
    })),
    isShown(statement.adjustmentLines) &&
      createGroup('adjustments', statement.adjustmentLines, (line) => ({
        line: lineKeys.adjustment(line),
        note: t(`settlement:sources.${line.source}`),
      })),
    isShown(statement.taxLines) &&
      createGroup('tax', statement.taxLines, (line) => ({
        line: lineKeys.tax(line),
        ...(line.source === 'tax_refund' && { note: t(`settlement:sources.${line.source}`) }),
      })),
    feeLines.length > 0 && {
      name: 'fee',
      amount: signed(statement.fee),
      ...(feeLines.length === 1
        ? { note: formatPermille(feeLines[0]?.permille ?? 0) }
        : {
            lines: feeLines.map(({ permille, amount }) => ({
              name: formatPermille(permille),
              amount: signed(amount),
              line: lineKeys.fee(permille),
            })),
          }),
    },
    isShown(statement.correctionLines) &&
      createGroup('corrections', statement.correctionLines, (line) => ({
        line: lineKeys.correction(line),
        note: describeCorrection(line),
      })),
    manualLines.length > 0 && {
      name: 'manual',
      amount: signed(statement.manual),
      lines: manualLines.map(({ kind, reason, amount }, at) => ({
        line: lineKeys.manual(at),
        name: t(`settlement:manualKinds.${kind}`),
        note: reason,
        amount: signed(amount),
      })),
    },
    { name: 'net', amount: sum(net), isTotal: true },
    withholdingLines.length > 0 && {
      name: 'withholding',
      amount: signed(statement.withholding),
      lines: withholdingLines.map((line) => ({
        line: lineKeys.withholding(line.name),
        name: getTaxName(line.name),
        note: describeTaxRate(line, withholdingLines),
        amount: signed(line.amount),
      })),
    },
    laterLines.length > 0 && {
      name: 'payments',
      amount: signed(payments),
      lines: laterLines.map((line, at) => ({
        line: lineKeys.payment(at),
        name: t(movementTexts[line.kind]),
        note: describeLater(line),
        amount: signed(line.amount),
      })),
    },
    {
      name: 'closing',
      amount: sum(closing),
      note:
        payable > 0
          ? t('statements:lines.closingPaid', { amount: sum(payable) })
          : closing !== 0 && t('statements:lines.closing'),
      isTotal: true,
    },
  ]
  return groups.filter((group) => group !== false)
}

const describeLater = ({ day, reference }: LaterLine): string =>
  day === null ? '' : `${formatDay(day, locale())} · ${reference}`

function describeCorrection({ earnedMonth, source, corrects }: CorrectionLine): ReactNode {
  const what = source ? t(`settlement:sources.${source}`) : t('settlement:amounts.fee')
  return (
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
  )
}
