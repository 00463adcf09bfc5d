// The part of `zod/mini` that the contract is written in, for the browser: the build resolves `zod/mini` to this file
// (build/light-schemas.ts), the server and the tests keep the real one. tests/lib/schema.test.ts holds both against
// each other over every schema of the contract; a function that is missing here fails there.

interface Issue {
  path: PropertyKey[]
  message: string
  /** The value is not even of its type: later checks have nothing to look at. */
  fatal?: boolean
}

type Run = (value: unknown, issues: Issue[]) => unknown
type Shape = Record<string, Schema>

interface Check {
  run: Run
  /** Runs also on a value that is broken elsewhere. */
  always?: boolean
}

export interface Schema {
  run: Run
  /** What an absent key comes to: `default` its value, `omit` nothing, else it is an issue. */
  absent?: 'default' | 'omit'
  shape: Shape
  check: (...checks: Check[]) => Schema
  safeParse: (value: unknown) => { success: boolean; data?: unknown; error?: { issues: Issue[] } }
}

interface Params {
  error?: string
  path?: PropertyKey[]
  when?: unknown
}

export function schema(run: Run, more: Partial<Schema> = {}): Schema {
  return {
    run,
    shape: {},
    ...more,
    check: (...checks) => schema((value, issues) => runChecks(run, checks, value, issues), more),
    safeParse(value) {
      const issues: Issue[] = []
      const data = run(value, issues)
      return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data }
    },
  }
}

function runChecks(run: Run, checks: Check[], value: unknown, issues: Issue[]): unknown {
  const own: Issue[] = []
  let output = run(value, own)
  for (const check of checks) {
    if (check.always || !own.some(({ fatal }) => fatal)) output = check.run(output, own)
  }
  issues.push(...own)
  return output
}

/** A value as it is, where it passes. */
const passing = (
  passes: (value: never) => unknown,
  { error = '', path = [] }: Params = {},
  fatal = false,
): Run => {
  return (value, issues) => {
    if (!passes(value as never)) issues.push({ path, message: error, fatal })
    return value
  }
}

const plain = (passes: (value: unknown) => boolean) => () => schema(passing(passes, {}, true))
const check =
  <Given>(passes: (value: never, given: Given) => unknown) =>
  (given: Given, params?: Params): Check => ({ run: passing((value) => passes(value, given), params) })

/** Within a list or an object: issues get its place in front. */
function within(inner: Schema, value: unknown, key: PropertyKey, issues: Issue[]): unknown {
  const own: Issue[] = []
  const output = inner.run(value, own)
  for (const issue of own) issues.push({ ...issue, path: [key, ...issue.path] })
  return output
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isString = (value: unknown): value is string => typeof value === 'string'
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text)
const isTime = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/.test(text)

// biome-ignore lint/performance/noBarrelFile: of zod it is one module, here pages without trees do not load their part
export { discriminatedUnion, lazy } from './schema-tree.ts'

export const config = () => {}

export const string = plain(isString)
export const boolean = plain((value) => typeof value === 'boolean')
export const number = plain(Number.isFinite)
export const int = plain(Number.isSafeInteger)
export const literal = (wanted: unknown, params?: Params) =>
  schema(passing((value) => value === wanted, params, true))
const oneOf = (wanted: readonly unknown[], params?: Params) =>
  schema(passing((value) => wanted.includes(value), params, true))

export { oneOf as enum }

export const iso = {
  date: plain((value) => isString(value) && isDay(value) === true),
  datetime: plain(
    (value) =>
      isString(value) && isDay(value.slice(0, 10)) === true && value[10] === 'T' && isTime(value.slice(11)),
  ),
}

export const coerce = {
  number: () => schema((value, issues) => number().run(Number(value), issues)),
}

export const minLength = check((value: { length: number }, least: number) => value.length >= least)
export const maxLength = check((value: { length: number }, most: number) => value.length <= most)
export const minimum = check((value: number, least: number) => value >= least)
export const maximum = check((value: number, most: number) => value <= most)
export const regex = check((value: string, pattern: RegExp) => pattern.test(value))
export const trim = (): Check => ({ run: (value) => (value as string).trim() })
export const refine = (passes: (value: never) => unknown, params: Params = {}): Check => ({
  run: passing(passes, params),
  always: Boolean(params.when),
})

export const nullable = (inner: Schema) =>
  schema(
    (value, issues) => (value === null ? null : inner.run(value, issues)),
    inner.absent && { absent: inner.absent },
  )

export const optional = (inner: Schema) =>
  schema((value, issues) => (value === undefined ? value : inner.run(value, issues)), { absent: 'omit' })

export const _default = (inner: Schema, usual: unknown) =>
  schema((value, issues) => (value === undefined ? usual : inner.run(value, issues)), { absent: 'default' })

export const transform = (change: (value: never) => unknown) => schema((value) => change(value as never))

export const pipe = (first: Schema, next: Schema) =>
  schema((value, issues) => {
    const before = issues.length
    const between = first.run(value, issues)
    return issues.length > before ? between : next.run(between, issues)
  })

export const union = (options: readonly Schema[]) =>
  schema((value, issues) => {
    for (const option of options) {
      const own: Issue[] = []
      const output = option.run(value, own)
      if (own.length === 0) return output
    }
    issues.push({ path: [], message: '', fatal: true })
    return value
  })

export const array = (item: Schema) =>
  schema((value, issues) => {
    if (Array.isArray(value)) return value.map((one, at) => within(item, one, at, issues))
    issues.push({ path: [], message: '', fatal: true })
    return value
  })

/** Unknown keys are left out. */
export const object = (shape: Shape): Schema =>
  schema(
    (value, issues) => {
      const output: Record<string, unknown> = {}
      passing(isObject, {}, true)(value, issues)
      if (!isObject(value)) return value
      const given = value as Record<string, unknown>
      for (const key in shape) {
        const inner = shape[key] as Schema
        if (key in given || inner.absent !== 'omit') output[key] = within(inner, given[key], key, issues)
      }
      return output
    },
    { shape },
  )

export const record = (name: Schema, item: Schema) =>
  schema((value, issues) => {
    passing(isObject, {}, true)(value, issues)
    if (!isObject(value)) return value
    const entries = Object.entries(value as object).map(([key, one]) => [
      within(name, key, key, issues),
      within(item, one, key, issues),
    ])
    return Object.fromEntries(entries)
  })

export const extend = ({ shape }: Schema, more: Shape) => object({ ...shape, ...more })
export const pick = ({ shape }: Schema, mask: Record<string, true>) =>
  object(Object.fromEntries(Object.entries(shape).filter(([key]) => mask[key])))
