import * as z from 'zod/mini'
import type { RefusalCode } from './errors.ts'

/**
 * Who may call: anyone, anyone signed in, a network's manager (`permission_flag` 1), or the server of a partner of the
 * site, with its key (`Authorization: Bearer …`) and none of the site's own headers.
 */
export type Access = 'public' | 'account' | 'manager' | 'partner'

type Shape = z.ZodMiniType
type Empty = z.ZodMiniObject<Record<never, never>>

/** One call of the API: everything that the server checks and the site relies on, said once. */
export interface Endpoint<
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends Shape = Shape,
> {
  /** Stable name, the operation's id in OpenAPI. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Below the base URL, without a leading slash. */
  readonly path: string
  readonly access: Access
  readonly query: Query
  readonly body: Body
  /** What the reply holds beside `success` and `message`. */
  readonly output: Output
  /** Refusals of this call, beyond those that any call can meet. */
  readonly refusals: readonly RefusalCode[]
  /** What a reply is: JSON, rows of text to save, or a stream of server-sent events. */
  readonly media: 'json' | 'csv' | 'events'
  /** The meta call sends no header about site, person or currency. */
  readonly anonymous: boolean
}

export type QueryOf<E> = E extends Endpoint<infer Q, Shape, Shape> ? z.input<Q> : never
export type BodyOf<E> = E extends Endpoint<Shape, infer B, Shape> ? z.input<B> : never
export type OutputOf<E> = E extends Endpoint<Shape, Shape, infer O> ? z.output<O> : never
export type ParsedQuery<E> = E extends Endpoint<infer Q, Shape, Shape> ? z.output<Q> : never
export type ParsedBody<E> = E extends Endpoint<Shape, infer B, Shape> ? z.output<B> : never

interface Definition<Query extends Shape, Body extends Shape, Output extends Shape> {
  name: string
  method: 'GET' | 'POST'
  path: string
  access: Access
  query?: Query
  body?: Body
  output?: Output
  refusals?: readonly RefusalCode[]
  media?: 'json' | 'csv' | 'events'
  anonymous?: boolean
}

export function endpoint<
  Query extends Shape = Empty,
  Body extends Shape = Empty,
  Output extends Shape = Empty,
>(definition: Definition<Query, Body, Output>): Endpoint<Query, Body, Output> {
  const empty = z.object({})
  return {
    refusals: [],
    media: 'json',
    anonymous: false,
    ...definition,
    query: definition.query ?? (empty as unknown as Query),
    body: definition.body ?? (empty as unknown as Body),
    output: definition.output ?? (empty as unknown as Output),
  }
}
