import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { pageParams, searchParam } from './params.ts'

export const memberPageSize = 50
export const maxMemberPageSize = 200

/**
 * `invited`: has not set a password yet. `waiting`: has joined and waits for the manager's approval. `unconfirmed`: nobody
 * has confirmed the address.
 */
export const memberStates = ['active', 'invited', 'waiting', 'unconfirmed'] as const
export type MemberState = (typeof memberStates)[number]

export const Member = z.object({
  id: z.int(),
  state: z.enum(memberStates),
  user_id: z.string(),
  nickname: z.string(),
  channel_url: z.nullable(z.string()),
  /** Today's rate. */
  fee_rate: z.number(),
  channels: z.int(),
  registered_at: z.iso.datetime(),
  last_sign_in_at: z.nullable(z.iso.datetime()),
})
export type Member = z.infer<typeof Member>

export const listMembers = defineEndpoint({
  name: 'listMembers',
  method: 'GET',
  path: 'member/mcn/accounts',
  access: 'manager',
  query: z.object({
    /** Matches the nickname or email. */
    search: searchParam(),
    ...pageParams({ size: memberPageSize, maxSize: maxMemberPageSize }),
  }),
  output: z.object({ total: z.int(), page: z.int(), size: z.int(), members: z.array(Member) }),
})
