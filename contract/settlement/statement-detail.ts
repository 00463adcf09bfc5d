import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, idParam, Month } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'
import {
  MonthSource,
  monthSources,
  Statement,
  StatementAccount,
  StatementChannel,
  WithholdingLine,
} from './statements.ts'

/** The limit applies to each list of a statement; the file has all. */
export const maxStatementLines = 500

/** Largest amounts first. */
const createLines = <Line extends z.ZodMiniObject>(line: Line) =>
  z.object({
    /** Sums all lines. */
    amount: z.int(),
    lines: z.array(line),
    /** Lines beyond `maxStatementLines`. */
    omitted: z.object({ count: z.int(), amount: z.int() }),
  })

const ChannelLine = z.extend(StatementChannel, { amount: z.int() })

export const IncomeLine = z.extend(ChannelLine, {
  /** Sorted like `monthSources`. */
  sources: z.array(z.object({ source: MonthSource, amount: z.int() })),
})
export type IncomeLine = z.infer<typeof IncomeLine>

/** `rounding`: what conversions leave in won of a balance whose dollars are zero. */
export const AdjustmentLine = z.extend(ChannelLine, { source: z.enum([...monthSources, 'rounding']) })
export type AdjustmentLine = z.infer<typeof AdjustmentLine>

export const TaxLine = z.extend(ChannelLine, { source: z.enum(['tax', 'tax_refund']) })
export type TaxLine = z.infer<typeof TaxLine>

/** Tenths of a percent. */
export const FeeLine = z.object({ permille: z.int(), amount: z.int() })
export type FeeLine = z.infer<typeof FeeLine>

export const CorrectionLine = z.extend(ChannelLine, {
  earnedMonth: Month,
  kind: z.enum(['income', 'adjustment', 'tax', 'fee']),
  /** null: of a fee. */
  source: z.nullable(MonthSource),
  /** The statement with the entry that is corrected; null: there was none, the file came later. */
  corrects: z.nullable(z.object({ statementId: z.int(), number: z.string() })),
})
export type CorrectionLine = z.infer<typeof CorrectionLine>

export const manualKinds = ['advance', 'deduction', 'bonus', 'income'] as const
/** `advance` and `deduction` reduce what a person gets; `income`: from elsewhere than YouTube. */
export const ManualKind = z.enum(manualKinds)
export type ManualKind = z.infer<typeof ManualKind>

/** An amount that was booked by hand, and why. On the network's statement it stands against the person's. */
export const ManualLine = z.object({ kind: ManualKind, reason: z.string(), amount: z.int() })
export type ManualLine = z.infer<typeof ManualLine>

/** Something that was booked between two statements. */
export const LaterLine = z.object({
  kind: z.enum(['payment', 'return', 'forfeit', 'withholding']),
  /** Both null of a withholding: its day, and the reference or the reason. */
  day: z.nullable(Day),
  reference: z.nullable(z.string()),
  amount: z.int(),
})
export type LaterLine = z.infer<typeof LaterLine>

/** A month as it was estimated and as it was paid. */
export const MonthComparison = z.object({
  month: Month,
  /** Net of daily estimates, by the same shares, fees and rate as `final`; null: there are none, or it is not closed. */
  estimated: z.nullable(z.int()),
  /** Days of the month of which all is reported. */
  coveredDays: z.int(),
  days: z.int(),
  /** Net before withholding without corrections and what was booked by hand; null: the person has no statement of it. */
  final: z.nullable(z.int()),
})
export type MonthComparison = z.infer<typeof MonthComparison>

export const Payment = z.object({
  /** Id of the ledger entry. */
  id: z.int(),
  statementId: z.int(),
  number: z.string(),
  month: Month,
  paidOn: Day,
  reference: z.string(),
  /** The paid amount; positive. */
  amount: z.int(),
  /** When and why it came back; null: it has not. */
  returned: z.nullable(z.object({ day: Day, reason: z.string() })),
})
export type Payment = z.infer<typeof Payment>

export const comparedMonths = 6

export const StatementDetail = z.object({
  ...Statement.shape,
  currency: Currency,
  account: StatementAccount,
  /** Won per dollar × 1,000,000: what was booked with the month is converted at it. */
  krwMicros: z.int(),
  minimum: z.int(),
  closedAt: z.iso.datetime(),
  /** False: only the network sees it, and the month can be opened again. */
  isReleased: z.boolean(),
  /** First digits of the SHA-256 of all that the statement says. */
  fingerprint: z.string(),
  previousId: z.nullable(z.int()),
  nextId: z.nullable(z.int()),
  incomeLines: createLines(IncomeLine),
  adjustmentLines: createLines(AdjustmentLine),
  taxLines: createLines(TaxLine),
  /** Sorted by rate, lowest first. */
  feeLines: z.array(FeeLine),
  correctionLines: createLines(CorrectionLine),
  withholdingLines: z.array(WithholdingLine),
  manualLines: z.array(ManualLine),
  /** Add up to `payments`, oldest first. */
  laterLines: z.array(LaterLine),
  /** The statement's month and up to five before it, newest first; empty of a network. */
  comparisons: z.array(MonthComparison),
  /** Covers the statement's month and the eleven before it, newest first. */
  recentPayments: z.array(Payment),
})
export type StatementDetail = z.infer<typeof StatementDetail>

/** Serves the caller's own statements; managers also those of anyone in the network. */
export const readStatement = defineEndpoint({
  name: 'readStatement',
  summary:
    'A statement: income by channel and source, adjustments, tax, fees, corrections, withholding, and the months before.',
  method: 'GET',
  path: 'v2/mcn/statements/detail',
  access: 'account',
  query: z.object({ id: idParam() }),
  output: z.object({ statement: StatementDetail }),
  refusals: ['not_found'],
})

export const exportStatement = defineEndpoint({
  ...csvEndpoint,
  name: 'exportStatement',
  summary: 'Every entry of a statement as CSV.',
  path: 'v2/mcn/statements/export',
  query: z.object({ id: idParam() }),
})

/**
 * The statement as a document, in the language of the call: A4, with the site's name, logo and color. `unavailable` when too
 * many are being drawn.
 */
export const exportStatementPdf = defineEndpoint({
  name: 'exportStatementPdf',
  summary: 'A statement as a PDF document.',
  method: 'GET',
  path: 'v2/mcn/statements/pdf',
  access: 'account',
  media: 'pdf',
  query: z.object({ id: idParam() }),
  refusals: ['not_found'],
})
