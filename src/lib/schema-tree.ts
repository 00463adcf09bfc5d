import { type Schema, schema, union } from './schema.ts'

// What only trees are written in: in a file of its own, so that pages without trees do not load it.

/** A schema that is made of itself. */
export function lazy(make: () => Schema): Schema {
  let made: Schema | undefined
  return schema((value, issues) => {
    made ??= make()
    return made.run(value, issues)
  })
}

/** The one of several objects whose `key` is the value's. */
export const discriminatedUnion = (key: string, options: readonly Schema[]): Schema =>
  schema((value, issues) => {
    const wanted = (value as Record<string, unknown> | null | undefined)?.[key]
    const option = options.find(({ shape }) => shape[key]?.safeParse(wanted).success)
    return (option ?? union([])).run(value, issues)
  })
