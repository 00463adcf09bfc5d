import * as z from 'zod/mini'
import { maxAssignedMembers, maxBulkChannels } from '#contract/channels/channels.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { ChannelId, Day } from '#contract/reports/reports.ts'

/** A whole, in tenths of a percent. */
export const wholePermille = 1_000

const Permille = z.int().check(z.minimum(0), z.maximum(wholePermille))

export const ShareMember = z.object({
  id: z.int(),
  /** null: the account has been removed. */
  nickname: z.nullable(z.string()),
})
export type ShareMember = z.infer<typeof ShareMember>

/** Members get these shares of a channel's final money, from a day on; the network gets the rest. */
export const ShareSet = z.object({
  fromDay: Day,
  shares: z.array(z.object({ member: ShareMember, permille: Permille })),
})
export type ShareSet = z.infer<typeof ShareSet>

export const PayoutShares = z.object({
  /** Id of the registration. */
  id: z.int(),
  channelId: z.string(),
  name: z.string(),
  thumbnail: z.nullable(z.string()),
  /** Members to whom the channel is assigned now. */
  members: z.array(ShareMember),
  /** Newest first, also those of days to come. */
  sets: z.array(ShareSet),
  /** Members have no shares from this day on, in a month that is open; null: nothing is undecided. */
  undecidedFrom: z.nullable(Day),
  /** Days before it are in closed months; null: none is closed. */
  firstDay: z.nullable(Day),
  /** YouTube's. */
  today: Day,
})
export type PayoutShares = z.infer<typeof PayoutShares>

export const readPayoutShares = defineEndpoint({
  name: 'readPayoutShares',
  summary: 'What the members of a channel get of its final money, by day, and from when on it is undecided.',
  method: 'GET',
  path: 'v2/mcn/channels/shares',
  access: 'shares.read',
  query: z.object({ channel: ChannelId }),
  output: PayoutShares,
  refusals: ['not_found'],
})

/**
 * Replaces the shares of channels from a day on, until those of a later day. All or none. `fields` name what is missing:
 * `ids.<id>` and `members.<id>`.
 */
export const setPayoutShares = defineEndpoint({
  name: 'setPayoutShares',
  summary:
    'Sets what members get of the final money of up to 1,000 channels, from a day of an open month on; the rest is the network’s.',
  method: 'POST',
  path: 'v2/mcn/channels/set-shares',
  access: 'shares.change',
  traces: ['audit'],
  body: z.object({
    /** Ids of registrations. */
    ids: z
      .array(z.int())
      .check(
        z.minLength(1, errorCode('channels_required')),
        z.maxLength(maxBulkChannels, errorCode('channels_required')),
      ),
    /** Absent: the first day of an open month on which a channel is undecided, else today. */
    fromDay: z.optional(Day),
    /** Each member once, together at most `wholePermille`. */
    shares: z
      .array(z.object({ member: z.int(), permille: Permille }))
      .check(
        z.minLength(1, errorCode('members_required')),
        z.maxLength(maxAssignedMembers, errorCode('members_required')),
      ),
  }),
  refusals: ['not_found', 'month_closed'],
})

/** Characters. */
export const maxShareFile = 500_000

/** A line of the file. */
export const ImportedShare = z.object({
  channel: z.object({ id: z.int(), channelId: z.string(), name: z.string() }),
  member: z.object({ id: z.int(), nickname: z.string(), email: z.string() }),
  /** First day of the assignment that the line adds; null: the member has the channel already. */
  assignedFrom: z.nullable(Day),
  /** Null: the line has no share. */
  permille: z.nullable(Permille),
  /** First day of the share. */
  fromDay: z.nullable(Day),
})
export type ImportedShare = z.infer<typeof ImportedShare>

/**
 * CSV with the columns `channel` (its id, link, handle, or the id of the registration), `member` (email), `share` (percent) and
 * `from` (a day); share and from may be empty or missing. All or none: `fields` of a refusal name the lines, `lines.12`, or the
 * `file`.
 */
export const importShares = defineEndpoint({
  name: 'importShares',
  summary:
    'Assigns channels to members and sets their payout shares from a CSV file, all or none, or with `check` only tells what it would change.',
  method: 'POST',
  path: 'v2/mcn/channels/import-shares',
  access: 'shares.change',
  traces: ['audit'],
  body: z.object({
    file: z.string().check(z.minLength(1), z.maxLength(maxShareFile, errorCode('file_long'))),
    check: z.boolean(),
  }),
  output: z.object({ changes: z.array(ImportedShare), unchanged: z.int() }),
  refusals: ['not_found'],
  maxBodyBytes: 1_536 * 1024,
})
