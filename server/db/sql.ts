import library, { empty as emptySql, join as joinSql, type Sql as LibrarySql, raw } from 'sql-template-tag'

declare const checked: unique symbol

/** A statement or a fragment of one: text written in the program, values sent beside it as `$1`, `$2`, … */
export type Sql = LibrarySql & { readonly [checked]: true }

/** What a statement can carry as a parameter. JSON travels as text: `${JSON.stringify(x)}::text::jsonb`. */
export type SqlValue = string | number | boolean | Date | Uint8Array | null | readonly SqlValue[]

/**
 * Tagged template: `sql` fragments are spliced in, every other value becomes a parameter. A value used twice is two
 * parameters, so cast each where PostgreSQL cannot infer its type.
 */
export const sql = (strings: TemplateStringsArray, ...values: readonly (Sql | SqlValue)[]): Sql =>
  library(strings, ...values) as Sql

/** The fragment without text, for a clause that is left out. */
export const empty = emptySql as Sql

type Separator = ', ' | ' and ' | ' or ' | ' union all '

/** At least one fragment with a separator between them. A list of values is one parameter instead: `= any(${ids})`. */
export const join = (parts: readonly Sql[], separator: Separator = ', '): Sql =>
  joinSql(parts, separator) as Sql

/** The name of a table or column, quoted. @throws {RangeError} when it is not in the closed set */
export function identifier<Name extends string>(name: Name, allowed: readonly Name[]): Sql {
  if (!allowed.includes(name)) throw new RangeError('The SQL identifier is not in its closed set.')
  return raw(`"${name.replaceAll('"', '""')}"`) as Sql
}

/** An integer literal, for statements that take no parameters. @throws {RangeError} */
export function integer(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new RangeError('Not an integer.')
  return raw(String(value)) as Sql
}
