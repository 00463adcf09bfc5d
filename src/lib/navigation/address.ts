import type * as z from 'zod/mini'
import { readQueryValue } from './address-params.ts'

type Params = Readonly<Record<string, string | undefined>>

/** Keys that a change of any other key resets. */
const pageKeys = ['page', 'cursor']

/**
 * Parses parameters of the address by the query schema of the endpoint that they are for, and formats them again.
 * Invalid values count as missing; defaults are left out of the address. `aliases` are names in the address that differ
 * from the keys of the query.
 */
export function createAddressFilter<
  Schema extends z.ZodMiniObject,
  Key extends keyof z.output<Schema> & string,
>({ shape }: Schema, keys: readonly Key[], aliases: Partial<Record<Key, string>> = {}) {
  type Filter = Pick<z.output<Schema>, Key>

  const getName = (key: Key): string => aliases[key] ?? key

  function parseValue(key: Key, text: string): unknown {
    const schema = shape[key] as z.ZodMiniType
    const parsed = schema.safeParse(text || undefined)
    return parsed.success ? parsed.data : schema.safeParse(undefined).data
  }

  const parse = (params: Params, isManager = true): Filter =>
    Object.fromEntries(
      keys.map((key) => [key, parseValue(key, readQueryValue(getName(key), params, isManager))]),
    ) as Filter

  const defaults = parse({})

  function format(key: Key, value: unknown): string | undefined {
    if (value === undefined || value === null || value === defaults[key]) return undefined
    return key === 'page' ? String(Number(value) + 1) : String(value)
  }

  /** A patch of the address that goes to the first page, unless the change says otherwise. */
  function toParams(change: Partial<Filter>): Record<string, string | undefined> {
    const changed = keys.filter((key) => key in change || pageKeys.includes(key))
    return Object.fromEntries(changed.map((key) => [getName(key), format(key, change[key])]))
  }

  return { defaults, parse, toParams }
}
