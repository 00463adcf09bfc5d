import type { ChannelHistory, ChannelReview } from '#contract/channels/channel-history.ts'
import { approvalStatus } from '#contract/channels/channel-states.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { countDays } from '#contract/reports/calendar.ts'
import { toPacificDay } from '#lib/format/date-math.ts'

/** `next`: the step is still to come. */
type Tone = 'done' | 'warn' | 'bad' | 'next'

export type TimelineKey =
  | 'registered'
  | 'verified'
  | 'verify'
  | 'review'
  | 'held'
  | 'approved'
  | 'rejected'
  | 'requested'
  | 'earned'

export interface TimelineStep {
  readonly key: TimelineKey
  readonly tone: Tone
  /** ISO 8601. */
  readonly moment?: string
  /** A report day. */
  readonly day?: string
  /** Milliseconds since the step before it. */
  readonly elapsedMs?: number
  readonly reason?: string | null
}

const reviewSteps = {
  [approvalStatus.pending]: { key: 'requested', tone: 'done' },
  [approvalStatus.held]: { key: 'held', tone: 'warn' },
  [approvalStatus.approved]: { key: 'approved', tone: 'done' },
  [approvalStatus.rejected]: { key: 'rejected', tone: 'bad' },
} as const

/** Omits the reason of the last review, which is shown with the state. */
const toReviewStep = (
  { approval, reviewedAt, reason }: ChannelReview,
  at: number,
  { length }: readonly ChannelReview[],
): TimelineStep => ({
  ...reviewSteps[approval],
  moment: reviewedAt,
  ...(at < length - 1 && { reason }),
})

/** Lists the steps from the registration to the first earnings: past ones by time, then those still to come. */
export function getTimeline(channel: Channel, history: ChannelHistory): TimelineStep[] {
  const { verifiedAt, reviews } = history
  const past: TimelineStep[] = [
    { key: 'registered', tone: 'done', moment: channel.registeredAt },
    ...(verifiedAt ? [{ key: 'verified', tone: 'done', moment: verifiedAt } as const] : []),
    ...reviews.map(toReviewStep),
    ...listAdoption(channel, reviews),
  ]
  past.sort((a, b) => getTime(a) - getTime(b))
  return [...withElapsedTimes(past), ...listEarnings(channel, history), ...listNextSteps(channel, history)]
}

const getTime = ({ moment }: TimelineStep) => (moment ? Date.parse(moment) : 0)

/** A channel that was already approved when it was added has no review. */
const listAdoption = ({ approvedAt }: Channel, reviews: readonly ChannelReview[]): TimelineStep[] =>
  approvedAt && !reviews.some(({ approval }) => approval === approvalStatus.approved)
    ? [{ key: 'approved', tone: 'done', moment: approvedAt }]
    : []

const withElapsedTimes = (steps: readonly TimelineStep[]): TimelineStep[] =>
  steps.map((step, at) => {
    const previous = steps[at - 1]
    const elapsedMs = previous ? getTime(step) - getTime(previous) : 0
    return elapsedMs > 0 ? { ...step, elapsedMs } : step
  })

function listEarnings({ approvedAt }: Channel, { firstEarningDay }: ChannelHistory): TimelineStep[] {
  if (firstEarningDay === null) return []
  const days = approvedAt ? getReportDaysBetween(approvedAt, firstEarningDay) : 0
  return [{ key: 'earned', tone: 'done', day: firstEarningDay, ...(days > 0 && { elapsedMs: days * dayMs }) }]
}

const dayMs = 86_400_000

const getReportDaysBetween = (moment: string, day: string) =>
  countDays({ from: toPacificDay(moment), to: day }) - 1

/** Nothing comes after a rejection. */
function listNextSteps(
  { approval, verification }: Channel,
  { firstEarningDay }: ChannelHistory,
): TimelineStep[] {
  if (approval === approvalStatus.rejected) return []
  const keys: TimelineKey[] = [
    ...(verification === 'verified' ? [] : ['verify' as const]),
    ...(approval === approvalStatus.pending ? ['review' as const] : []),
    ...(approval === approvalStatus.approved ? [] : ['approved' as const]),
    ...(firstEarningDay === null ? ['earned' as const] : []),
  ]
  return keys.map((key) => ({ key, tone: 'next' }))
}
