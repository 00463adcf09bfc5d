import { getChannelUrl } from '#contract/channels/channel-link.ts'
import { approvalStatus } from '#contract/channels/channel-states.ts'
import type { ReviewDecision } from '#server/channels/lifecycle/review.ts'
import type { ListedRegistration } from '#server/channels/registrations/registration-list.ts'
import type { Column } from '#server/platform/command-line/table.ts'
import type { CsvTable, LineError } from '#server/platform/files/csv-table.ts'
import { parseWrittenDay } from '#server/platform/files/day.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { describeNameProblem, formatState } from './names.ts'

export const decisions = {
  approve: approvalStatus.approved,
  hold: approvalStatus.held,
  reject: approvalStatus.rejected,
} as const satisfies Record<string, ReviewDecision>

export const isDecision = (text: string): text is keyof typeof decisions => Object.hasOwn(decisions, text)

export const maxReasonLength = 500

const dayMs = 86_400_000

/** These columns inform the reviewer; the import ignores them. */
const infoColumns: readonly Column<ListedRegistration>[] = [
  ['link', ({ channelId }) => getChannelUrl(channelId)],
  'name',
  ['handle', ({ handle }) => handle && { text: handle }],
  'subscribers',
  ['videos', 'videoCount'],
  'category',
  'site',
  'network',
  ['members', ({ members }) => members.join(', ')],
  ['state', formatState],
  [
    'days_waiting',
    ({ waitingSince }) =>
      waitingSince && Math.max(0, Math.floor((Date.now() - Date.parse(waitingSince)) / dayMs)),
  ],
  'competing',
]

/** Goes back to `channel review --file` once decisions are filled in. */
export const reviewColumns: readonly Column<ListedRegistration>[] = [
  'id',
  ...infoColumns,
  ['decision', () => null],
  ['reason', () => null],
]

export interface Review {
  /** Registration id or YouTube channel id. */
  name: string
  decision: ReviewDecision
  reason: string | null
  earnsFrom?: string | undefined
  line?: number
}

export const optionalColumns = [
  'reason',
  'earns_from',
  ...infoColumns.map((column) => (typeof column === 'string' ? column : column[0])),
]

/** Skips lines without a decision. */
export function parseReviewTable({ rows, errors, unknownColumns }: CsvTable) {
  const reviews: Review[] = []
  for (const { line, cell } of rows) {
    const [name = '', written = '', reason = ''] = [cell('id'), cell('decision'), cell('reason')]
    const decision = written.toLowerCase()
    if (decision === '' && reason === '') continue
    const day = cell('earns_from') ?? ''
    const earnsFrom = parseWrittenDay(day)
    const problems = {
      earns_from: describeDayProblem(day, earnsFrom, decision),
      id: describeNameProblem(name),
      decision: isDecision(decision) ? undefined : describeDecision(written),
      reason: describeReasonProblem(reason, decision),
    }
    const found = Object.entries(problems).flatMap(([column, text]): LineError[] =>
      text === undefined ? [] : [{ line, column, reason: text }],
    )
    errors.push(...found)
    if (found.length === 0 && isDecision(decision))
      reviews.push({ line, name, decision: decisions[decision], reason: reason || null, earnsFrom })
  }
  return { reviews, errors, unknownColumns }
}

function describeDayProblem(text: string, day: string | undefined, decision: string): string | undefined {
  if (text === '') return undefined
  if (day === undefined) return `${quoteValue(text)} is not a day: write it like 2026-03-02`
  if (day > getPacificDay(new Date())) return 'it is in the future: write today or an earlier day'
  return decision === 'approve' ? undefined : 'only an approved channel has an earning day: leave it empty'
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
