import fc from 'fast-check'
import type { Random } from './random.ts'

/** The part of JSON Schema that the API's description uses. */
export interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

const awkwardStrings = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '😀',
  '👨‍👩‍👧‍👦',
  '\u202Eevil',
  '\u200B',
  'مرحبا بالعالم',
  'שלום',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  'İıſß',
  '한글',
  '한글'.normalize('NFD'),
  '＝１＋１',
  "' or 1=1 --",
  '%',
  '_%\\',
  '<script>alert(1)</script>',
  `\${7*7}{{7*7}}`,
  '../../etc/passwd',
  'null',
  '\r\nX-Injected: 1',
  '\x1b[31m',
  '\ufeffx',
  'x'.repeat(65),
  '가'.repeat(300),
  'x'.repeat(5_000),
  'a@b.co',
  `${'a'.repeat(250)}@b.co`,
  'UCaaaaaaaaaaaaaaaaaaaaaa',
  'A'.repeat(43),
]

const awkwardNumbers = [
  0,
  -1,
  1,
  1.5,
  1e-7,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
]

/** Texts of numbers in a query that some languages read and others do not. */
const awkwardNumberTexts = [
  'NaN',
  'Infinity',
  '1e3',
  '1e999',
  '0x1F',
  ' 5 ',
  '5.0',
  '-0',
  '٣',
  '99999999999999999999',
  '+1',
  '1_000',
]

/** Creates values that no form sends. Equal seeds create equal values. */
export function createInputValues(random: Random, seed: number) {
  const sample = <Value>(values: fc.Arbitrary<Value>) => fc.sample(values, { seed, numRuns: 200 })
  const strings = [
    ...sample(fc.string({ unit: 'binary', maxLength: 30 })),
    ...sample(fc.string({ unit: 'grapheme', maxLength: 14 })),
  ]
  const jsonValues = sample(fc.jsonValue({ maxDepth: 4 }))

  const anyString = () => random.pick(random.chance(0.5) ? awkwardStrings : strings)

  function anyValue(): unknown {
    const kind = random.below(8)
    if (kind < 3) return anyString()
    if (kind < 5) return random.pick(awkwardNumbers)
    if (kind === 5) return random.pick([null, true, false, [], {}, [[]], ['a'], [null]])
    if (kind === 6) return random.pick(jsonValues)
    return nest(random.pick([3, 50, 2_000]))
  }

  const nest = (depth: number): unknown => {
    let value: unknown = 1
    for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
    return value
  }

  /** Creates a value that fits the schema, often at one of its bounds. */
  function fitting(schema: JsonSchema): unknown {
    if (schema.anyOf) return fitting(random.pick(schema.anyOf))
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    if (schema.type === 'integer' || schema.type === 'number') {
      const { minimum = -(2 ** 53) + 1, maximum = 2 ** 53 - 1 } = schema
      return random.pick([minimum, maximum, 1, 2, 5, 20].filter((it) => it >= minimum && it <= maximum))
    }
    if (schema.type === 'boolean') return random.chance(0.5)
    if (schema.type === 'null') return null
    if (schema.type === 'array')
      return Array.from({ length: random.below(3) }, () => fitting(schema.items ?? {}))
    if (schema.type === 'object')
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || random.chance(0.5))
          .map(([name, property]) => [name, fitting(property)]),
      )
    if (schema.type === 'string') return fittingString(schema)
    return anyValue()
  }

  function fittingString({ minLength = 0, maxLength = 40 }: JsonSchema): string {
    if (random.chance(0.2)) return 'x'.repeat(random.pick([minLength, maxLength]))
    return anyString().slice(0, maxLength).padEnd(minLength, 'x')
  }

  /** Creates a value in a query. */
  const anyQueryText = () =>
    random.chance(0.4)
      ? random.pick(awkwardNumberTexts)
      : random.chance(0.3)
        ? String(random.pick(awkwardNumbers))
        : anyString()

  return { anyString, anyValue, anyQueryText, fitting }
}

export type InputValues = ReturnType<typeof createInputValues>
