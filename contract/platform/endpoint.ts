import * as z from 'zod/mini'
import type { AnyPermission } from '#contract/platform/roles.ts'
import type { RefusalCode } from './errors.ts'

/**
 * A permission: those who have it in their network, over their own channels or, in a session with a second factor, on the
 * installation (see `roles.ts`). `partner`: a partner's server with its key (`Authorization: Bearer …`) and without the
 * site's own headers.
 */
export type Access = 'public' | 'account' | 'partner' | AnyPermission

/**
 * What a call asks of the person beyond a session.
 * - `password`: the call carries the password, or where the form offers it a passkey’s answer, and is refused without it
 *   as soon as it changes a credential. The handler verifies it, in the transaction of the change.
 * - `recent`: for actions on money and for account numbers. The session has proved who the person is within
 *   `confirmationMinutes`, by a sign-in or by `confirmSession`.
 */
export type Confirmation = 'none' | 'password' | 'recent'

export const confirmationMinutes = 10

/** How many calls each allows stands in `server/platform/auth/rate-limits.ts`. */
export type LimitName =
  | 'catalog-file'
  | 'channel-lookup'
  | 'desk'
  | 'hashing'
  | 'impersonation'
  | 'ip'
  | 'join'
  | 'join-day'
  | 'ledger'
  | 'mail'
  | 'mail-day'
  | 'mail-sender'
  | 'mail-spare'
  | 'member-file-check'
  | 'member-import'
  | 'notice-preview'
  | 'passkey-challenge'
  | 'password-check'
  | 'payee-change'
  | 'payee-reading'
  | 'question'
  | 'reauthentication'
  | 'second-factor'
  | 'shared-report'
  | 'shared-report-link'
  | 'sign-in-code'
  | 'staff'
  | 'tax-id-reading'
  | 'track-file'
  | 'track-file-day'
  | 'verification'
  | 'wrong-code'
  | 'wrong-password'

/**
 * The call is counted before its handler runs: by who calls, or by where from. `address`: an IPv4 address or an IPv6 /64;
 * `network`: a /24 or /64; `wide-network`: a /24 or /48.
 */
export interface CallLimit {
  readonly name: LimitName
  readonly by: 'address' | 'network' | 'wide-network' | 'account' | 'partner'
}

/** Counted by the handler: only it knows whom, or whether the call counts at all. */
export interface HandlerLimit {
  readonly name: LimitName
  /** Completes “Counted …”: whom, and when. */
  readonly counted: string
}

export type Limit = CallLimit | HandlerLimit

/**
 * Who learns of a call that changes something. `audit`: an entry in the audit log. `event`: a security event, which the
 * person sees. `mail`: the people it concerns.
 */
export type Trace = 'audit' | 'event' | 'mail'

/** `csv`, `pdf` and `audio` are files. */
export type Media = 'json' | 'csv' | 'pdf' | 'audio' | 'events'

type Schema = z.ZodMiniType
type EmptySchema = z.ZodMiniObject<Record<never, never>>

/** Shared by the server, which enforces it, and the site. */
export interface Endpoint<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Output extends Schema = Schema,
> {
  /** Stable; the operation id in OpenAPI. */
  readonly name: string
  /** One sentence for the API documentation. */
  readonly summary: string
  readonly method: 'GET' | 'POST'
  /** Appended to the base URL; has no leading slash. */
  readonly path: string
  readonly access: Access
  readonly confirmation: Confirmation
  readonly limits: readonly Limit[]
  readonly traces: readonly Trace[]
  readonly query: Query
  readonly body: Body
  /** Fields of the response besides `success` and `message`. */
  readonly output: Output
  readonly refusals: readonly RefusalCode[]
  readonly media: Media
  /** Sends no site, account or currency headers. */
  readonly anonymous: boolean
  /** The same for everybody: a site that is signed in sends no token, and the server reads none. */
  readonly ignoresSession: boolean
  /** Also serves sessions that still need a second factor. */
  readonly beforeSecondFactor: boolean
  /**
   * Also serves somebody who looks at the portal as another person. By default the reads that leave nothing behind; not those
   * of sign-ins and factors.
   */
  readonly servesImpersonators: boolean
  /** A POST with a larger body is refused as `too_large`. */
  readonly maxBodyBytes: number
}

export type EndpointQuery<E> = E extends Endpoint<infer Q, Schema, Schema> ? z.input<Q> : never
export type EndpointBody<E> = E extends Endpoint<Schema, infer B, Schema> ? z.input<B> : never
export type EndpointOutput<E> = E extends Endpoint<Schema, Schema, infer O> ? z.output<O> : never
export type ParsedQuery<E> = E extends Endpoint<infer Q, Schema, Schema> ? z.output<Q> : never
export type ParsedBody<E> = E extends Endpoint<Schema, infer B, Schema> ? z.output<B> : never

interface EndpointDefinition<Query extends Schema, Body extends Schema, Output extends Schema> {
  name: string
  summary: string
  method: 'GET' | 'POST'
  path: string
  access: Access
  confirmation?: Confirmation
  limits?: readonly Limit[]
  traces?: readonly Trace[]
  query?: Query
  body?: Body
  output?: Output
  refusals?: readonly RefusalCode[]
  media?: Media
  anonymous?: boolean
  ignoresSession?: boolean
  beforeSecondFactor?: boolean
  servesImpersonators?: boolean
  maxBodyBytes?: number
}

/** Files leave a security event of the person, and are nothing to look at. */
const isHarmlessRead = ({
  method,
  access,
  confirmation = 'none',
  media = 'json',
}: Pick<
  EndpointDefinition<Schema, Schema, Schema>,
  'method' | 'access' | 'confirmation' | 'media'
>): boolean =>
  method === 'GET' &&
  confirmation === 'none' &&
  (media === 'json' || media === 'events') &&
  (access === 'public' || access === 'account' || access.endsWith('.read'))

export function defineEndpoint<
  Query extends Schema = EmptySchema,
  Body extends Schema = EmptySchema,
  Output extends Schema = EmptySchema,
>(definition: EndpointDefinition<Query, Body, Output>): Endpoint<Query, Body, Output> {
  const emptySchema = z.object({})
  return {
    refusals: [],
    media: 'json',
    confirmation: 'none',
    limits: [],
    // Files with figures are security events; files of tracks have a record of their own.
    traces: definition.media === 'csv' || definition.media === 'pdf' ? ['event'] : [],
    anonymous: false,
    ignoresSession: false,
    beforeSecondFactor: false,
    servesImpersonators: isHarmlessRead(definition),
    maxBodyBytes: 64 * 1024,
    ...definition,
    query: definition.query ?? (emptySchema as unknown as Query),
    body: definition.body ?? (emptySchema as unknown as Body),
    output: definition.output ?? (emptySchema as unknown as Output),
  }
}
