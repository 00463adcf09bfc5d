import * as z from 'zod/mini'
import { SignInHelp } from '#contract/people/membership/sign-in-help.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { idParam } from '#contract/platform/params.ts'
import { installationRoles } from '#contract/platform/roles.ts'
import { ChannelHit, PersonHit, StatementHit } from './search.ts'

export const maxCardChannels = 50
export const maxPersonStatements = 8

export const PersonCard = z.object({
  ...PersonHit.shape,
  networkId: z.int(),
  registeredAt: z.iso.datetime(),
  ...SignInHelp.shape,
  /** Without those of people who look at the portal as this one. */
  sessions: z.array(z.object({ id: z.int(), signedInAt: z.iso.datetime(), lastUsedAt: z.iso.datetime() })),
  /** Roles on the installation; without sites and owners for everything. */
  grants: z.array(
    z.object({
      role: z.enum(installationRoles),
      sites: z.array(z.string()),
      owners: z.array(z.string()),
    }),
  ),
  channels: z.array(ChannelHit),
  /** The latest first. */
  statements: z.array(StatementHit),
  /** A member who runs nothing: it can be moved, and taken out of the network. */
  isMovable: z.boolean(),
  /** On the site of the caller: only there can the portal be seen as this person. */
  isImpersonable: z.boolean(),
  /** Others of the site, for a move. */
  networks: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type PersonCard = z.infer<typeof PersonCard>

export const readPersonCard = defineEndpoint({
  name: 'readPersonCard',
  summary:
    'A person on a site that the caller’s role is for: network and roles, channels, sessions, statements, and what may keep them from signing in.',
  method: 'GET',
  path: 'v2/mcn/desk/person',
  access: 'desk.read',
  query: z.object({ id: idParam() }),
  output: z.object({ person: PersonCard }),
  refusals: ['not_found'],
})
