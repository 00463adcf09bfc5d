import * as z from 'zod/mini'
import { SignInProvider } from '#contract/people/sign-in-providers.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { designIds } from './design.ts'

/** Everyone may join, everyone after a manager's approval, or only people who were invited. */
export const joinPolicies = ['open', 'approval', 'invitation'] as const
export type JoinPolicy = (typeof joinPolicies)[number]

const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i))

export const SiteMetadata = z.object({
  domain: z.string(),
  name: z.string(),
  design_id: z.enum(designIds),
  color_primary: Color,
  color_primary_dim: Color,
  /** Image URLs; null: the site's initial is used. */
  logo_favicon: z.nullable(z.string()),
  logo_meta: z.nullable(z.string()),
  /** A playlist site uses English and US dollars; otherwise Korean and won. The spelling is the specification's. */
  is_playist: z.boolean(),
  exclusive_logo: z.nullable(z.string()),
  join_policy: z._default(z.enum(joinPolicies), 'open'),
  /** Absent on sites without any. */
  sign_in_providers: z.optional(z.array(SignInProvider)),
})
export type SiteMetadata = z.infer<typeof SiteMetadata>

export const readMeta = defineEndpoint({
  name: 'readMeta',
  summary: 'What a site looks like and which language and currency it uses, by its domain.',
  method: 'GET',
  path: 'v2/mcn/meta',
  access: 'public',
  query: z.object({ domain: z.string().check(z.minLength(1), z.maxLength(253)) }),
  output: z.object({ metadata: SiteMetadata }),
  refusals: ['unknown_site'],
  anonymous: true,
})
