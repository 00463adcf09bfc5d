import { getChannelUrl } from '#contract/channels/channel-link.ts'
import { approvalStatus } from '#contract/channels/channel-states.ts'
import type { DecidedReview, ReviewDecision } from '#server/channels/lifecycle/review.ts'
import { type LineError, parseCsvTable, type TableRow } from '#server/platform/files/csv-table.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import type { CsvCell } from '#server/platform/http/response/csv.ts'
import { yieldOnce } from '#server/platform/http/response/csv-columns.ts'
import { type ChannelRow, describeChannelNameProblem, formatState } from './channels.ts'

export const reviewDecisions = {
  approve: approvalStatus.approved,
  hold: approvalStatus.held,
  reject: approvalStatus.rejected,
} as const satisfies Record<string, ReviewDecision>
export type DecisionName = keyof typeof reviewDecisions

export const isDecisionName = (text: string): text is DecisionName => Object.hasOwn(reviewDecisions, text)

export const maxReasonLength = 500

const dayMs = 86_400_000

export const countDaysWaiting = ({ waitingSince }: ChannelRow, now: Date): number | null =>
  waitingSince === null ? null : Math.max(0, Math.floor((now.getTime() - Date.parse(waitingSince)) / dayMs))

type Column = readonly [name: string, getCell: (channel: ChannelRow, now: Date) => CsvCell]

/** What one judges by; ignored when the file comes back. */
const infoColumns: readonly Column[] = [
  ['link', ({ channelId }) => ({ text: getChannelUrl(channelId) })],
  ['name', ({ name }) => name],
  ['handle', ({ handle }) => handle && { text: handle }],
  ['subscribers', ({ subscribers }) => subscribers],
  ['videos', ({ videoCount }) => videoCount],
  ['category', ({ category }) => category],
  ['site', ({ site }) => site],
  ['network', ({ network }) => network],
  ['members', ({ members }) => members.join(', ')],
  ['state', (channel) => formatState(channel)],
  ['days_waiting', countDaysWaiting],
  ['competing', ({ competing }) => competing],
]

/** Goes back to `channel review --file` once decisions are filled in. */
const columns: readonly Column[] = [
  ['id', ({ id }) => id],
  ...infoColumns,
  ['decision', () => null],
  ['reason', () => null],
]

export const buildReviewTable = (channels: readonly ChannelRow[], fileName: string, now: Date) => ({
  fileName,
  columns: columns.map(([name]) => name),
  rows: yieldOnce(channels.map((channel) => columns.map(([, getCell]) => getCell(channel, now)))),
})

export interface ReviewLine extends Omit<DecidedReview, 'id'> {
  line: number
  /** Registration id or YouTube channel id. */
  name: string
}

export interface ReviewFile {
  reviews: ReviewLine[]
  errors: LineError[]
  unknownColumns: string[]
}

/** Skips lines without a decision. @throws {FileRefusal} */
export function parseReviewFile(bytes: Uint8Array): ReviewFile {
  const optional = ['reason', ...infoColumns.map(([name]) => name)]
  const { rows, errors, unknownColumns } = parseCsvTable(bytes, ['id', 'decision'], optional)
  const reviews: ReviewLine[] = []
  for (const row of rows) {
    if (row.cell('decision') === '' && !row.cell('reason')) continue
    const lineErrors = findLineErrors(row)
    errors.push(...lineErrors)
    if (lineErrors.length === 0) reviews.push(parseReview(row))
  }
  return { reviews, errors, unknownColumns }
}

function parseReview({ line, cell }: TableRow): ReviewLine {
  const decision = reviewDecisions[(cell('decision') ?? '').toLowerCase() as DecisionName]
  return { line, name: cell('id') ?? '', decision, reason: cell('reason') || null }
}

function findLineErrors({ line, cell }: TableRow): LineError[] {
  const decision = (cell('decision') ?? '').toLowerCase()
  const reason = cell('reason') ?? ''
  const problems: [column: string, reason: string | undefined][] = [
    ['id', describeChannelNameProblem(cell('id') ?? '')],
    ['decision', isDecisionName(decision) ? undefined : describeDecision(cell('decision') ?? '')],
    ['reason', describeReasonProblem(reason, decision)],
  ]
  return problems.flatMap(([column, text]) => (text === undefined ? [] : [{ line, column, reason: text }]))
}

const describeDecision = (text: string) =>
  text === ''
    ? 'it is empty, but there is a reason: write approve, hold or reject'
    : `${quoteValue(text)} is not approve, hold or reject`

function describeReasonProblem(reason: string, decision: string): string | undefined {
  if (reason === '' && (decision === 'hold' || decision === 'reject'))
    return `it is empty: write why, for the owner sees it`
  if (/\p{Cc}/u.test(reason)) return 'it has a line break or tab: write it on a single line'
  const { length } = [...reason]
  return length > maxReasonLength
    ? `it has ${length} characters: shorten it to ${maxReasonLength} at most`
    : undefined
}
