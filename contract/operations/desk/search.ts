import * as z from 'zod/mini'
import { channelStates, closedReasons } from '#contract/channels/channel-states.ts'
import { memberStates } from '#contract/people/members.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, idParam, Month, searchParam } from '#contract/platform/params.ts'
import { networkRoles } from '#contract/platform/roles.ts'
import { StatementState } from '#contract/settlement/statements.ts'

/** The most hits of a kind; `hasMore` says that there are others. */
export const maxHits = 20

/** What the text was recognized as. `text`: anything else, which is looked for in names and addresses. */
export const searchKinds = ['channel', 'email', 'statement', 'isrc', 'network', 'text'] as const

export const ChannelHit = z.object({
  /** Of the registration. */
  id: z.int(),
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  state: z.enum(channelStates),
  /** Null: it is live. */
  endedAt: z.nullable(z.iso.datetime()),
  /** Of an ended one; null: its people removed it. */
  reason: z.nullable(z.enum(closedReasons)),
  site: z.string(),
  /** Null: its account is gone. */
  network: z.nullable(z.string()),
})
export type ChannelHit = z.infer<typeof ChannelHit>

export const PersonHit = z.object({
  id: z.int(),
  nickname: z.string(),
  email: z.string(),
  site: z.string(),
  /** Null: an independent account. */
  network: z.nullable(z.string()),
  roles: z.array(z.enum(networkRoles)),
  state: z.enum(memberStates),
})
export type PersonHit = z.infer<typeof PersonHit>

export const NetworkHit = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  site: z.string(),
  people: z.int(),
  channels: z.int(),
})
export type NetworkHit = z.infer<typeof NetworkHit>

export const StatementHit = z.object({
  id: z.int(),
  number: z.string(),
  month: Month,
  site: z.string(),
  /** Of its account; null: it is gone. */
  name: z.nullable(z.string()),
  accountId: z.int(),
  isNetwork: z.boolean(),
  currency: Currency,
  payable: z.int(),
  state: StatementState,
})
export type StatementHit = z.infer<typeof StatementHit>

export const TrackHit = z.object({
  isrc: z.string(),
  name: z.string(),
  artist: z.string(),
  isWithdrawn: z.boolean(),
})
export type TrackHit = z.infer<typeof TrackHit>

const createHits = <Hit extends z.ZodMiniObject>(hit: Hit) =>
  z.object({ items: z.array(hit), hasMore: z.boolean() })

export const searchDesk = defineEndpoint({
  name: 'searchDesk',
  summary:
    'Channels, people, networks, statements and tracks by whatever names them: a channel’s id, handle, link or name, an email address, a nickname, the name of a network, the number of a statement, an ISRC. Limited to the sites and content owners that the caller’s role is for.',
  method: 'GET',
  path: 'v2/mcn/desk/search',
  access: 'desk.read',
  query: z.object({
    q: searchParam(),
    /** Lists its people and channels; `q` is ignored. */
    network: z.optional(idParam()),
  }),
  output: z.object({
    kind: z.enum(searchKinds),
    channels: createHits(ChannelHit),
    people: createHits(PersonHit),
    networks: createHits(NetworkHit),
    statements: createHits(StatementHit),
    tracks: createHits(TrackHit),
  }),
})

export const BlockedPerson = z.object({
  id: z.int(),
  nickname: z.string(),
  email: z.string(),
  site: z.string(),
  since: z.iso.datetime(),
})
export type BlockedPerson = z.infer<typeof BlockedPerson>

export const listBlockedPeople = defineEndpoint({
  name: 'listBlockedPeople',
  summary:
    'People whose sign-ins were blocked in the last day and who have not signed in since, the longest first.',
  method: 'GET',
  path: 'v2/mcn/desk/blocked',
  access: 'desk.read',
  output: z.object({ people: z.array(BlockedPerson) }),
})
