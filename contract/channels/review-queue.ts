import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { locales } from '#contract/platform/locale.ts'
import { Id, idParam, searchParam } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'
import { ChannelReview } from './channel-history.ts'
import { ChannelCategory, channelStates, VerificationStatus } from './channel-states.ts'
import { EarningDay } from './earning-day.ts'

/** Characters. */
export const maxReasonLength = 500

/** Reasons that come up again and again; a screen has their texts in all languages. */
export const reasonTemplates = ['few-shorts', 'reused', 'names-differ', 'contracted', 'for-children'] as const

export const queueStates = ['pending', 'held', 'decided'] as const
export type QueueState = (typeof queueStates)[number]

/** Days for which decided ones are listed. */
export const decidedDays = 14

/** More are not listed at once. */
export const maxQueued = 500

const Person = z.object({ id: z.int(), nickname: z.string() })

export const QueuedReview = z.object({
  /** Of the registration. */
  id: z.int(),
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  /** On YouTube. */
  page: z.string(),
  category: ChannelCategory,
  state: z.enum(channelStates),
  /** Its people asked for another review. */
  isReReview: z.boolean(),
  /** YouTube’s counts at the last verification; null: hidden or unknown. */
  subscribers: z.nullable(z.int()),
  videoCount: z.nullable(z.int()),
  /** Null unless it is pending. */
  waitingSince: z.nullable(z.iso.datetime()),
  site: z.object({ id: z.int(), name: z.string() }),
  /** `name`: the network’s, or of an independent account its own. */
  network: z.object({ id: z.int(), name: z.string() }),
  members: z.array(z.string()),
  /** Other registrations of the channel, and whether one of them is verified. */
  competing: z.int(),
  /** Null until its first approval. */
  earnsFrom: z.nullable(Day),
  assignee: z.nullable(Person),
  /** The last decision; null: there is none. `by`: null for a command. */
  decision: z.nullable(
    z.object({
      at: z.iso.datetime(),
      by: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      /** Until then the caller can undo it; null: not, or no longer. */
      undoUntil: z.nullable(z.iso.datetime()),
    }),
  ),
})
export type QueuedReview = z.infer<typeof QueuedReview>

const Filter = z.object({ id: z.int(), name: z.string(), count: z.int() })

export const listReviews = defineEndpoint({
  name: 'listReviews',
  summary:
    'Channels to review on the sites and of the content owners that the caller’s role is for, longest wait first; those on hold; or those of the last decisions.',
  method: 'GET',
  path: 'v2/mcn/desk/reviews',
  access: 'desk.read',
  query: z.object({
    state: z._default(z.enum(queueStates), 'pending'),
    site: z.optional(idParam()),
    network: z.optional(idParam()),
    /** Only those that others have registered as well. */
    competing: z.optional(z.literal('1')),
    /** Only those of the caller. */
    mine: z.optional(z.literal('1')),
    search: searchParam(),
  }),
  output: z.object({
    /** At most `maxQueued`. */
    reviews: z.array(QueuedReview),
    /** That match. */
    total: z.int(),
    /** Without the other filters. */
    counts: z.object({ pending: z.int(), held: z.int(), decided: z.int(), overdue: z.int() }),
    /** By the caller in the last day. `secondsEach`: the median time between two decisions; null: of too few. */
    today: z.object({ decided: z.int(), secondsEach: z.nullable(z.int()) }),
    /** Of the state. */
    sites: z.array(Filter),
    networks: z.array(z.extend(Filter, { site: z.int() })),
  }),
})

export const readReview = defineEndpoint({
  name: 'readReview',
  summary: 'What decides about a channel: who else registered it, its history, and from when it may earn.',
  method: 'GET',
  path: 'v2/mcn/desk/review',
  access: 'desk.read',
  query: z.object({ id: idParam() }),
  output: z.object({
    review: QueuedReview,
    /** Other live registrations of the channel; without names where the caller’s role does not reach. */
    competitors: z.array(
      z.object({
        id: z.int(),
        site: z.nullable(z.string()),
        network: z.nullable(z.string()),
        state: z.enum(channelStates),
        verification: VerificationStatus,
        registeredAt: z.iso.datetime(),
      }),
    ),
    /** The oldest first. */
    history: z.array(ChannelReview),
    /** The first day of an approval today. */
    today: Day,
    /** Another registration of the channel earned until then; null: none did. */
    takenUntil: z.nullable(Day),
  }),
  refusals: ['not_found'],
})

export const latestVideos = 8

export const readLatestVideos = defineEndpoint({
  name: 'readLatestVideos',
  summary: 'The latest videos of a channel to review, as YouTube has them now.',
  method: 'GET',
  path: 'v2/mcn/desk/review/videos',
  access: 'desk.read',
  limits: [{ name: 'desk', by: 'account' }],
  query: z.object({ id: idParam() }),
  output: z.object({
    videos: z.array(
      z.object({
        videoId: z.string(),
        title: z.string(),
        publishedAt: z.iso.datetime(),
        /** Null: hidden. */
        views: z.nullable(z.int()),
        seconds: z.nullable(z.int()),
      }),
    ),
    /** Why there are none; null: YouTube has answered. */
    failure: z.nullable(z.enum(['quota', 'network_quota', 'no_answer'])),
  }),
  refusals: ['not_found', 'too_many'],
})

/** By language; one is enough. */
export const ReasonTexts = z.partialRecord(
  z.enum(locales),
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxReasonLength)),
)

/** What prevents a decision. `dated`: it has an earning day already. `taken`: another registration earned that day. */
export const reviewProblems = ['unchanged', 'unverified', 'dated', 'taken'] as const

export const decideReviews = defineEndpoint({
  name: 'decideReviews',
  summary:
    'Approves verified channels, puts them on hold or rejects them: all or none. Their people get a mail when it can no longer be undone.',
  method: 'POST',
  path: 'v2/mcn/desk/reviews/decide',
  access: 'reviews.change',
  limits: [{ name: 'desk', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({
    /** Of registrations. */
    ids: z.array(Id).check(z.minLength(1), z.maxLength(maxQueued)),
    decision: z.enum(['approved', 'held', 'rejected']),
    /** Required to hold and to reject. */
    reason: z.nullable(ReasonTexts),
    /** Of a first approval; today by default. An earlier day needs a recent confirmation, and the right to move earning days. */
    earnsFrom: z.optional(EarningDay),
  }),
  output: z.object({
    /** 0 if there are problems. */
    decided: z.int(),
    problems: z.array(z.object({ id: z.int(), problem: z.enum(reviewProblems) })),
    undoUntil: z.nullable(z.iso.datetime()),
  }),
  refusals: ['not_found', 'forbidden', 'confirmation_required', 'too_many'],
})

export const undoReviews = defineEndpoint({
  name: 'undoReviews',
  summary: 'Takes back the caller’s last decisions, as if they had not been made: all or none.',
  method: 'POST',
  path: 'v2/mcn/desk/reviews/undo',
  access: 'reviews.change',
  traces: ['audit'],
  body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(maxQueued)) }),
  refusals: ['not_found', 'changed'],
})

export const assignReviews = defineEndpoint({
  name: 'assignReviews',
  summary: 'Makes the caller, or nobody, decide about channels.',
  method: 'POST',
  path: 'v2/mcn/desk/reviews/assign',
  access: 'reviews.change',
  traces: ['audit'],
  body: z.object({
    ids: z.array(Id).check(z.minLength(1), z.maxLength(maxQueued)),
    mine: z.boolean(),
  }),
  output: z.object({ changed: z.int() }),
  refusals: ['not_found'],
})
