import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { installationPermissions, networkRoles, permissions } from '#contract/platform/roles.ts'

export const User = z.object({
  id: z.int(),
  email: z.string(),
  nickname: z.string(),
  /** 1: may manage members. */
  permission_flag: z.literal([0, 1]),
  /** In the network; empty without one. */
  roles: z._default(z.array(z.enum(networkRoles)), []),
  /** In the network and, in a session with a second factor, on the installation. */
  permissions: z._default(z.array(z.enum([...permissions, ...installationPermissions])), []),
  unread_notices: z.int(),
  /** Own statements since the account last looked: see `markStatementsSeen`. */
  new_statements: z._default(z.int(), 0),
  /** Questions with something new of the other side. */
  unread_questions: z._default(z.int(), 0),
  /** Channels to verify: an addition to the specification's `settings.channel_verify_needed`. */
  unverified_channels: z._default(z.int(), 0),
  /** Joined, and has not followed the link to the address yet. */
  unconfirmed: z._default(z.boolean(), false),
  /** Somebody else looks at the portal as this person: `permissions` are those of reading. */
  is_impersonated: z._default(z.boolean(), false),
  awaits_approval: z._default(z.boolean(), false),
  /** Number of alerts that the account may read. */
  operator_alerts: z._default(z.int(), 0),
  /** The last day whose figures should be known, while reports of the network are late; otherwise null. */
  report_due_day: z._default(z.nullable(z.iso.date()), null),
  settings: z.object({
    channel_verify_needed: z._default(z.boolean(), false),
    /** The site requires a second factor, and the session has none: nothing else is served until it has one. */
    second_factor_needed: z._default(z.boolean(), false),
    /** A role on the installation waits for a second factor of the session. */
    desk_locked: z._default(z.boolean(), false),
  }),
})
export type User = z.infer<typeof User>

export const logout = defineEndpoint({
  name: 'logout',
  summary: 'Ends the caller’s session.',
  method: 'POST',
  path: 'member/logout',
  access: 'account',
  traces: ['audit'],
  beforeSecondFactor: true,
})

export const readMe = defineEndpoint({
  name: 'readMe',
  summary: 'The person who is signed in.',
  method: 'GET',
  path: 'member/me',
  access: 'account',
  beforeSecondFactor: true,
  output: z.object({ user: User }),
})
