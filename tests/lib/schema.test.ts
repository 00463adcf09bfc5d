import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { ZodMiniType } from 'zod/mini'

// The browser has schema functions of our own in place of zod's (lib/schema.ts): both must say the same of anything.

const realEndpoints = (await import('#contract/endpoints.ts')).endpoints
const realOthers = await others()
vi.resetModules()
vi.doMock('zod/mini', () => import('#lib/schema.ts'))
const ourEndpoints = (await import('#contract/endpoints.ts')).endpoints
const ourOthers = await others()

/** Schemas that are no endpoint's. */
async function others() {
  const [errors, reports, join] = await Promise.all([
    import('#contract/errors.ts'),
    import('#contract/reports.ts'),
    import('#islands/auth/join-form.ts'),
  ])
  return {
    RefusalBody: errors.RefusalBody,
    VideoSort: reports.VideoSort,
    SortOrder: reports.SortOrder,
    ChannelId: reports.ChannelId,
    ConfirmedJoin: join.ConfirmedJoin,
  } as unknown as Record<string, ZodMiniType>
}

const cases = [
  ...realEndpoints.flatMap((endpoint, at) =>
    (['query', 'body', 'output'] as const).map(
      (part) =>
        [`${endpoint.name} ${part}`, endpoint[part], ourEndpoints[at]?.[part] as ZodMiniType] as const,
    ),
  ),
  ...Object.entries(realOthers).map(([name, real]) => [name, real, ourOthers[name] as ZodMiniType] as const),
]

interface Def {
  type: string
  shape?: Record<string, ZodMiniType>
  element?: ZodMiniType
  innerType?: ZodMiniType
  options?: ZodMiniType[]
  entries?: Record<string, string>
  values?: unknown[]
  in?: ZodMiniType
  keyType?: ZodMiniType
  valueType?: ZodMiniType
  getter?: () => ZodMiniType
  format?: string
}

const texts = [
  '',
  ' ',
  'a',
  'abc',
  ' a@b.example ',
  'a@b',
  '가나다',
  '👍👍',
  'x'.repeat(70),
  'x'.repeat(300),
  'KRW',
  'month',
  'views',
  'desc',
  'UCabc-_1',
  'a,b,c',
  'a,a',
  'a,',
  '#a1B2c3',
  '#12345',
  '/v1/x.png',
  '../x y',
  'KR',
  'kr',
  'abcdefghijk',
  '2026-02-28',
  '2024-02-29',
  '2026-02-29',
  '2026-13-01',
  '0000-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-4-1',
  '2026-01-01T00:00:00Z',
  '2026-01-01T23:59:59.123Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00:00+09:00',
  '2026-01-01T00:00:60Z',
  '1',
  '0',
  '-1',
  '1.5',
  '201',
  '1e3',
  ' 7 ',
  'NaN',
  'Infinity',
  'T'.repeat(43),
  'login_required',
]
const words = fc.constantFrom(...texts)
const anything = fc.oneof(
  words,
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.constantFrom(
    undefined,
    null,
    true,
    false,
    0,
    -0,
    1,
    2 ** 53,
    2 ** 53 - 1,
    1.5,
    Number.NaN,
    [],
    {},
    [[]],
    ['a'],
  ),
  fc.jsonValue(),
)

/** Values that a schema likes, as far as its definition tells. */
function liked(schema: ZodMiniType): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def
  switch (def.type) {
    case 'object':
      return objectLike(mapped(def.shape ?? {}))
    case 'array':
      return fc.array(near(def.element as ZodMiniType), { maxLength: 4 })
    case 'nullable':
    case 'optional':
    case 'default':
      return fc.oneof(fc.constantFrom(null, undefined), near(def.innerType as ZodMiniType))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'union':
      return fc.oneof(...(def.options ?? []).map(near))
    case 'pipe':
      return near(def.in as ZodMiniType)
    case 'lazy':
      return shallow(def.getter as () => ZodMiniType)
    case 'record':
      return fc.dictionary(fc.string(), near(def.valueType as ZodMiniType), { maxKeys: 3 })
    case 'number':
      return fc.oneof({ weight: 9, arbitrary: fc.nat(300) }, fc.integer(), words)
    case 'boolean':
      return fc.boolean()
    default: {
      const fit = texts.filter((text) => schema.safeParse(text).success)
      return fit.length > 0 ? fc.constantFrom(...fit) : words
    }
  }
}

let depth = 0

/** What is made of itself, three times. */
function shallow(make: () => ZodMiniType): fc.Arbitrary<unknown> {
  if (depth === 3) return anything
  depth++
  const made = near(make())
  depth--
  return made
}

/** Most of the time with all keys. */
const objectLike = (parts: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.record(parts) },
    { weight: 1, arbitrary: fc.record(parts, { requiredKeys: [] }) },
  )

const mapped = (shape: Record<string, ZodMiniType>) =>
  Object.fromEntries([
    ...Object.entries(shape).map(([key, inner]) => [key, near(inner)]),
    ['unknown', anything],
  ])

/** Mostly right, now and then anything. */
const near = (schema: ZodMiniType): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 49, arbitrary: liked(schema) }, { weight: 1, arbitrary: anything })

/** What a site can see of a result: the data, or what is wrong first with each field. */
function seen(schema: ZodMiniType, value: unknown) {
  const result = tried(schema, value)
  if (result === 'throws') return result
  return result.success ? { data: result.data } : { fields: messagesOf(result.error.issues) }
}

/** A rule of our own may look into what is not there; so it does with zod. */
function tried(schema: ZodMiniType, value: unknown) {
  try {
    return schema.safeParse(value)
  } catch {
    return 'throws'
  }
}

function messagesOf(issues: readonly { path: PropertyKey[]; message: string }[]) {
  const first = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '')
    // Messages of zod itself are never shown: only ours, which are codes.
    if (!first.has(field)) first.set(field, /^[a-z_]+$/.test(message) ? message : '')
  }
  return Object.fromEntries(first)
}

test.each(cases)('%s: the same verdict and output as with zod', (_, real, ours) => {
  fc.assert(
    fc.property(
      fc.oneof({ weight: 9, arbitrary: liked(real) }, { weight: 1, arbitrary: anything }),
      (value) => {
        expect(seen(ours, value)).toEqual(seen(real, value))
      },
    ),
    { numRuns: 400 },
  )
})

test.each(cases)('%s: some of the generated values are accepted', (_, real) => {
  const values = fc.sample(liked(real), { numRuns: 400, seed: 7 })
  expect(values.some((value) => real.safeParse(value).success)).toBe(true)
})
