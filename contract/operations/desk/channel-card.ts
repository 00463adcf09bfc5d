import * as z from 'zod/mini'
import {
  ApprovalStatus,
  ChannelCategory,
  channelStates,
  closedReasons,
  VerificationStatus,
} from '#contract/channels/channel-states.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, idParam, Month } from '#contract/platform/params.ts'
import { Day, DayRange } from '#contract/reports/reports.ts'
import { StatementState } from '#contract/settlement/statements.ts'

/** Days whose figures are summed, and of those before with which they are compared. */
export const cardDays = 28
/** The latest of each. */
export const maxCardStatements = 8
export const maxCardHistory = 60

/** Days in Pacific time; `until` is the first day after it, null: it lasts. */
const Span = { from: Day, until: z.nullable(Day) }

const Person = z.object({
  id: z.int(),
  /** Null: the account is gone. */
  nickname: z.nullable(z.string()),
})

/** What was the case on which day. */
export const ChannelLanes = z.object({
  states: z.array(z.object({ ...Span, state: z.enum(channelStates) })),
  /** Of each registration that earned, or still may. */
  networks: z.array(z.object({ ...Span, id: z.int(), network: z.nullable(z.string()), site: z.string() })),
  /** `isUndecided`: members without a share, so that the money of these days waits. */
  shares: z.array(
    z.object({
      ...Span,
      isUndecided: z.boolean(),
      shares: z.array(z.object({ member: Person, permille: z.nullable(z.int()) })),
    }),
  ),
  fees: z.array(z.object({ ...Span, member: Person, permille: z.int() })),
  owners: z.array(z.object({ ...Span, owner: z.string() })),
})
export type ChannelLanes = z.infer<typeof ChannelLanes>

const CardDay = z.object({
  day: Day,
  views: z.int(),
  /** Before the fee. */
  profit: z.int(),
  /** Some of its reports are still missing. */
  isIncomplete: z.boolean(),
})
export type CardDay = z.infer<typeof CardDay>

const Totals = z.object({ views: z.int(), profit: z.int() })

export const CardFigures = z.object({
  currency: Currency,
  /** Null before the first complete day. */
  range: z.nullable(DayRange),
  last: Totals,
  /** Null: there are no figures of so long ago. */
  before: z.nullable(Totals),
  /** Ascending, up to the latest day with a report. */
  days: z.array(CardDay),
})
export type CardFigures = z.infer<typeof CardFigures>

export const CardStatement = z.object({
  id: z.int(),
  number: z.string(),
  month: Month,
  accountId: z.int(),
  /** Null: the account is gone. */
  name: z.nullable(z.string()),
  isNetwork: z.boolean(),
  currency: Currency,
  /** Of this channel, before the fee. */
  amount: z.int(),
  isReleased: z.boolean(),
  state: StatementState,
})
export type CardStatement = z.infer<typeof CardStatement>

export const CardRegistration = z.object({
  id: z.int(),
  network: z.nullable(z.string()),
  site: z.string(),
  state: z.enum(channelStates),
  registeredAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.enum(closedReasons)),
})
export type CardRegistration = z.infer<typeof CardRegistration>

export const CardEvent = z.object({
  time: z.iso.datetime(),
  /** `review`: a decision, or a request for another one. `change`: an entry of the audit log, by its action. */
  kind: z.enum(['review', 'change']),
  action: z.nullable(z.string()),
  approval: z.nullable(ApprovalStatus),
  reason: z.nullable(z.string()),
  /** Name or address; null: nobody, or an account that is gone. */
  by: z.nullable(z.string()),
  changes: z.array(
    z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
})
export type CardEvent = z.infer<typeof CardEvent>

export const ChannelCard = z.object({
  ...CardRegistration.shape,
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  category: ChannelCategory,
  subscribers: z.nullable(z.int()),
  videoCount: z.nullable(z.int()),
  networkId: z.int(),
  verification: VerificationStatus,
  verifiedAt: z.nullable(z.iso.datetime()),
  expiresAt: z.nullable(z.iso.datetime()),
  /** Null unless it waits for a review. */
  waitingSince: z.nullable(z.iso.datetime()),
  /** The operator's, of the last decision. */
  reviewReason: z.nullable(z.string()),
  earnsFrom: z.nullable(Day),
  /** Today, in Pacific time. */
  today: Day,
  /** Those it is assigned to now. */
  members: z.array(z.object({ ...Person.shape, permille: z.nullable(z.int()) })),
  /** The others of the channel that the caller may see, the latest first. */
  registrations: z.array(CardRegistration),
  /** Live ones on sites that the caller may not see. */
  claimsElsewhere: z.int(),
  lanes: ChannelLanes,
  /** Null: it does not earn, or the caller’s role is not for its site. */
  figures: z.nullable(CardFigures),
  /** The caller’s role is for the site: without it there is no money, and nobody by name. */
  isSiteVisible: z.boolean(),
  statements: z.array(CardStatement),
  /** The latest first. */
  history: z.array(CardEvent),
})
export type ChannelCard = z.infer<typeof ChannelCard>

export const readChannelCard = defineEndpoint({
  name: 'readChannelCard',
  summary:
    'The whole story of a registration: state, network, members, shares, fees and content owners by day, its latest figures and statements, other registrations of the channel, and who changed what.',
  method: 'GET',
  path: 'v2/mcn/desk/channel',
  access: 'desk.read',
  query: z.object({ id: idParam() }),
  output: z.object({ channel: ChannelCard }),
  refusals: ['not_found'],
})
