import { exactInteger } from '#server/platform/db/database.ts'

interface Codec {
  serialize(value: unknown): string
  parse(text: string): unknown
}

const text: Codec = { serialize: String, parse: (value) => value }
const number: Codec = { serialize: String, parse: Number }
const boolean: Codec = { serialize: (value) => (value === true ? 't' : 'f'), parse: (value) => value === 't' }
const time: Codec = {
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  parse: (value) => new Date(value).toISOString(),
}
const bytes: Codec = {
  serialize: (value) => `\\x${Buffer.from(value as Uint8Array).toString('hex')}`,
  parse: (value) => Buffer.from(value.slice(2), 'hex'),
}
const json: Codec = { serialize: (value) => JSON.stringify(value), parse: (value) => JSON.parse(value) }

const integer: Codec = { serialize: String, parse: exactInteger }

const createType = (oid: number, codec: Codec) => ({ to: oid, from: [oid], ...codec })

const arrayOf = ({ serialize, parse }: Codec): Codec => ({
  /** A text is the array as PostgreSQL writes it. */
  serialize: (value) => (Array.isArray(value) ? serializeArray(value, serialize) : String(value)),
  parse: (value) => parseArray(value, parse),
})

const serializeArray = (values: readonly unknown[], serialize: Codec['serialize']): string =>
  `{${values.map((value) => serializeElement(value, serialize)).join(',')}}`

function serializeElement(value: unknown, serialize: Codec['serialize']): string {
  if (value === undefined) throw new TypeError('An element of an array is undefined.')
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return serializeArray(value, serialize)
  return `"${serialize(value).replace(/["\\]/g, '\\$&')}"`
}

/** @throws {TypeError} for an array of arrays */
function parseArray(value: string, parse: Codec['parse']): unknown[] {
  // Bounds may come first: `[0:1]={1,2}`.
  const list = value.slice(value.indexOf('{') + 1, -1)
  return Array.from(list.matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/gs), ([plain, quoted]) => {
    if (quoted !== undefined) return parse(quoted.replace(/\\(.)/gs, '$1'))
    if (plain.startsWith('{')) throw new TypeError('Arrays of arrays are not read.')
    return plain === 'NULL' ? null : parse(plain)
  })
}

const arrayType = (oid: number, element: Codec) => createType(oid, arrayOf(element))

/**
 * For the driver. The numbers are the same on every server (pg_type.dat). Arrays are among them because it would ask each
 * new connection for their types, and one that breaks during that ends the process:
 * https://github.com/porsager/postgres/issues/1192
 */
export const postgresTypes = {
  int8: createType(20, integer),
  date: createType(1082, text),
  timestamptz: createType(1184, time),
  jsonArray: arrayType(199, json),
  boolArray: arrayType(1000, boolean),
  byteaArray: arrayType(1001, bytes),
  charArray: arrayType(1002, text),
  nameArray: arrayType(1003, text),
  int2Array: arrayType(1005, number),
  int4Array: arrayType(1007, number),
  textArray: arrayType(1009, text),
  bpcharArray: arrayType(1014, text),
  varcharArray: arrayType(1015, text),
  int8Array: arrayType(1016, integer),
  float4Array: arrayType(1021, number),
  float8Array: arrayType(1022, number),
  oidArray: arrayType(1028, number),
  dateArray: arrayType(1182, text),
  timestamptzArray: arrayType(1185, time),
  numericArray: arrayType(1231, text),
  uuidArray: arrayType(2951, text),
  jsonbArray: arrayType(3807, json),
}
