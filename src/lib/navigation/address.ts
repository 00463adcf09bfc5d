import type * as z from 'zod/mini'
import { readQueryValue } from './address-params.ts'

type Params = Readonly<Record<string, string | undefined>>

/** Keys that are reset when any other key changes. */
const pageKeys = ['page', 'cursor']

/**
 * Parses and formats URL parameters with an endpoint's query schema. Ignores invalid values and omits defaults.
 * `aliases` are URL names that differ from the query's keys.
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

  const parse = (params: Params, seesNetwork = true): Filter =>
    Object.fromEntries(
      keys.map((key) => [key, parseValue(key, readQueryValue(getName(key), params, seesNetwork))]),
    ) as Filter

  const defaults = parse({})

  function format(key: Key, value: unknown): string | undefined {
    if (value === undefined || value === null || value === defaults[key]) return undefined
    return key === 'page' ? String(Number(value) + 1) : String(value)
  }

  function toParams(change: Partial<Filter>): Record<string, string | undefined> {
    const changed = keys.filter((key) => key in change || pageKeys.includes(key))
    return Object.fromEntries(changed.map((key) => [getName(key), format(key, change[key])]))
  }

  return { defaults, parse, toParams }
}
