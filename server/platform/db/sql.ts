import library, { empty as emptySql, join as joinSql, type Sql as LibrarySql, raw } from 'sql-template-tag'

declare const checked: unique symbol

/** Trusted text plus values, which are sent separately as `$1`, `$2`, … */
export type Sql = LibrarySql & { readonly [checked]: true }

/** Pass JSON as text: `${JSON.stringify(x)}::text::jsonb`. */
export type SqlValue = string | number | boolean | Date | Uint8Array | null | readonly SqlValue[]

/** Splices in `sql` fragments; other values become parameters. Add a cast where PostgreSQL cannot infer the type. */
export const sql = (strings: TemplateStringsArray, ...values: readonly (Sql | SqlValue)[]): Sql =>
  library(strings, ...values) as Sql

export const empty = emptySql as Sql

type Separator = ', ' | ' and ' | ' or ' | ' union all '

/** Needs at least one fragment. For a list of values, use one parameter: `= any(${ids})`. */
export const join = (parts: readonly Sql[], separator: Separator = ', '): Sql =>
  joinSql(parts, separator) as Sql

/** Quoted. @throws {RangeError} when the name is not allowlisted */
export function identifier<Name extends string>(name: Name, allowed: readonly Name[]): Sql {
  if (!allowed.includes(name)) throw new RangeError('The SQL identifier is not in its closed set.')
  return raw(`"${name.replaceAll('"', '""')}"`) as Sql
}

/** A name that was read from the system catalog, quoted. */
export const quoteName = (name: string): Sql => identifier(name, [name])

/** Inlines an integer into statements that take no parameters. @throws {RangeError} */
export function integer(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new RangeError('Not an integer.')
  return raw(String(value)) as Sql
}
