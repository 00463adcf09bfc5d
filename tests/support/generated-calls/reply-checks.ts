import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { safeParse } from 'zod/v4/core'
import { endpoints } from '#contract/endpoints.ts'
import { RefusalBody, type RefusalCode, refusalStatuses } from '#contract/platform/errors.ts'
import { negotiateLocale } from '#contract/platform/locale.ts'
import { can, isInstallationPermission } from '#contract/platform/roles.ts'
import { getColumnTitle, getRefusalMessage } from '#server/platform/messages.ts'
import { translate } from '#server/platform/texts.ts'
import { mayCall, needsSession } from '#tests/support/access.ts'
import type { GeneratedCall, Operation } from './call-generator.ts'
import type { Credentials } from './credentials.ts'
import type { Memory } from './memory.ts'
import type { World } from './world.ts'

export interface Reply {
  status: number
  headers: Headers
  bytes: Uint8Array
}

/** Status of a reply that broke off. */
export const abortedStatus = 0

interface CheckContext {
  world: World
  memory: Memory
  operations: ReadonlyMap<string, Operation>
  findLinkSite: Credentials['findLinkSite']
}

type Json = Record<string, unknown>

/** Fields that are sums of a network's earnings or views. */
const figureFields = /^(?:views|premiumViews|watchSeconds|(?:gross|net)(?:Premium)?Profit)$/
const figureColumns = [
  'views',
  'premiumViews',
  'grossProfit',
  'netProfit',
  'grossPremiumProfit',
  'netPremiumProfit',
]
/** Columns of the ledger. People of a network enter amounts of their own, which need not be multiples of its factor. */
const ledgerColumns = ['amount', 'payable']

/** Does not know the right answer, but knows what no answer may contain. @returns the violations */
export function checkReply(call: GeneratedCall, reply: Reply, context: CheckContext): string[] {
  const problems: string[] = []
  const { endpoint, headers: sent } = call
  const { status, headers } = reply
  if (status === abortedStatus) return checkHeaders(call, reply)
  const text = decodeText(reply)
  const type = headers.get('Content-Type') ?? ''
  problems.push(...checkHeaders(call, reply))
  if (status >= 500) {
    const isShedding = status === 503 && text.includes('"unavailable"') && headers.has('Retry-After')
    if (!isShedding) problems.push(`status ${status}`)
  }
  if (call.method !== 'HEAD') {
    if (status >= 400) problems.push(...checkRefusal(call, reply, text, context.operations))
    else if (status === 304) {
      if (sent['If-None-Match'] === undefined || text !== '') problems.push('304 that nobody asked for')
    } else if (status === 200 && endpoint) problems.push(...checkSuccess(call, text, type, context))
    else if (status === 204 ? call.method !== 'OPTIONS' : status !== 200) problems.push(`status ${status}`)
  }
  if (status === 200 && endpoint) problems.push(...checkAuthorization(call, context))
  if (endpoint) {
    const leaks = context.world.findLeaks(text, call.viewer, getAskedDomain(call), getRequestText(call))
    const isOwnLink = endpoint.name === 'readEmailLink' && status === 200
    if (!isOwnLink && leaks.length > 0) problems.push(`contains what others own: ${leaks.join(', ')}`)
  }
  return problems
}

/** Decodes the body, which a generated call may have requested compressed. */
export function decodeText({ bytes, headers }: Pick<Reply, 'bytes' | 'headers'>): string {
  if (bytes.length === 0) return ''
  const encoding = headers.get('Content-Encoding')
  const plain =
    encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain)
}

function checkHeaders(call: GeneratedCall, { headers, status }: Reply): string[] {
  const problems: string[] = []
  const expectHeader = (name: string, value: string) => {
    if (!headers.get(name)?.includes(value)) problems.push(`${name}: ${headers.get(name)}`)
  }
  expectHeader('X-Content-Type-Options', 'nosniff')
  expectHeader('X-Frame-Options', 'DENY')
  if (call.endpoint) expectHeader('Cache-Control', 'no-store')
  if (status === 429 && !headers.has('Retry-After')) problems.push('429 without Retry-After')
  if (headers.has('Set-Cookie')) problems.push('a cookie')
  const allowedOrigin = headers.get('Access-Control-Allow-Origin')
  if (allowedOrigin !== null && allowedOrigin !== 'https://one.test')
    problems.push(`open to ${allowedOrigin}`)
  return problems
}

function checkRefusal(
  call: GeneratedCall,
  { status, headers }: Reply,
  text: string,
  operations: CheckContext['operations'],
): string[] {
  const parsed = parseJson(text)
  const result = safeParse(RefusalBody, parsed)
  if (!result.success || !isDeepStrictEqual(result.data, parsed))
    return [`a refusal that is none: ${text.slice(0, 200)}`]
  const { code, message, fields, requestId } = result.data
  const problems: string[] = []
  if (refusalStatuses[code] !== status) problems.push(`${code} with status ${status}`)
  const locale = negotiateLocale(call.headers['Accept-Language'] ?? '') ?? 'ko'
  if (message !== getRefusalMessage(code, locale)) problems.push(`message in another language: ${message}`)
  if (Object.values(fields ?? {}).some((field) => field.message === '')) problems.push('an empty message')
  if (!requestId) problems.push('no request id')
  if (!headers.get('Content-Type')?.startsWith('application/json')) problems.push('a refusal without JSON')
  if (call.endpoint && !isDeclared(call, code, operations))
    problems.push(`${code}, which the endpoint does not declare`)
  return problems
}

function isDeclared(call: GeneratedCall, code: RefusalCode, operations: CheckContext['operations']): boolean {
  if (code === 'internal') return false
  if (code === 'forbidden' && call.isForeignOrigin) return true
  const operation = operations.get(`${call.method} /${call.endpoint?.path}`)
  return operation?.refusals.has(code) ?? false
}

function checkSuccess(call: GeneratedCall, text: string, type: string, context: CheckContext): string[] {
  const { endpoint } = call
  if (!endpoint) return []
  if (endpoint.media === 'events') return type.startsWith('text/event-stream') ? [] : [`type ${type}`]
  if (endpoint.media === 'pdf')
    return type === 'application/pdf' && text.startsWith('%PDF-') ? [] : [`type ${type}`]
  if (endpoint.media === 'audio') return type.startsWith('audio/') ? [] : [`type ${type}`]
  if (endpoint.media === 'csv') return checkCsv(call, text, type, context)
  if (!type.startsWith('application/json')) return [`type ${type}`]
  const { success, message, ...output } = (parseJson(text) ?? {}) as Json
  const problems: string[] = []
  const locale = negotiateLocale(call.headers['Accept-Language'] ?? '') ?? 'ko'
  if (success !== true || message !== translate('messages:ok', locale))
    problems.push(`${success}: ${message}`)
  const result = safeParse(endpoint.output, output)
  if (!result.success) problems.push(`outside the contract: ${result.error.message}`)
  else if (!isDeepStrictEqual(toPlain(result.data), output)) problems.push('more than the contract says')
  // Operators see what belongs to others: `findLeaks` says whose.
  const isOfDesk = isInstallationPermission(endpoint.access)
  if (!isOfDesk) problems.push(...checkFigures(call, output, context))
  if (call.viewer && !isOfDesk) problems.push(...context.memory.learn(output, call.viewer))
  return problems
}

/** Drops undefined fields. */
const toPlain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function checkFigures(call: GeneratedCall, output: Json, { world }: CheckContext): string[] {
  const { viewer } = call
  const factor = world.getFactor(viewer?.networkId)
  const seesNet = viewer?.roles.includes('member') === true && !can(viewer, 'figures.read')
  const problems: string[] = []
  const visit = (value: unknown, isFigure: boolean) => {
    if (typeof value === 'number') {
      if (isFigure && !isMultiple(value, factor)) problems.push(`figure ${value} is not of the network`)
    } else if (Array.isArray(value)) for (const item of value) visit(item, isFigure)
    else if (typeof value === 'object' && value !== null)
      for (const [key, child] of Object.entries(value)) {
        if (seesNet && key.startsWith('gross') && child !== null) problems.push('gross figures for a member')
        visit(child, figureFields.test(key) && (typeof child === 'number' || Array.isArray(child)))
      }
  }
  visit(output, false)
  return problems
}

const isMultiple = (value: number, factor: number | undefined) =>
  factor ? value % factor === 0 : value === 0

function checkCsv(call: GeneratedCall, text: string, type: string, { world }: CheckContext): string[] {
  if (!type.startsWith('text/csv')) return [`type ${type}`]
  if (!text.startsWith('\ufeff')) return ['CSV without its first character']
  const [header = [], ...rows] = parse(text.slice(1), { relax_column_count: false }) as string[][]
  const locale = negotiateLocale(call.headers['Accept-Language'] ?? '') ?? 'ko'
  const currency = call.domain === 'two.test' ? 'USD' : 'KRW'
  const getTitles = (names: readonly string[]) =>
    names.map((name) => getColumnTitle(name as 'views', currency, locale))
  const titles = getTitles(figureColumns)
  const figureAt = header.map((title) => titles.includes(title))
  const isOfLedger = getTitles(ledgerColumns).some((title) => header.includes(title))
  const choosesColumns = call.url.includes('columns=')
  const hasNoFigures = call.endpoint ? isInstallationPermission(call.endpoint.access) : false
  if (hasNoFigures) return []
  if (!figureAt.includes(true) && !isOfLedger && !choosesColumns)
    return [`CSV without figures: ${header.join()}`]
  const factor = world.getFactor(call.viewer?.networkId)
  return rows.flatMap((row) =>
    row
      .filter((cell, at) => figureAt[at] && !isMultiple(Number(cell.replace('.', '')), factor))
      .map((cell) => `figure ${cell} is not of the network`),
  )
}

/** Only somebody who is authorized may get an answer. */
function checkAuthorization(call: GeneratedCall, { findLinkSite, world }: CheckContext): string[] {
  const { endpoint, viewer, partnerSite, input } = call
  if (!endpoint) return []
  const problems: string[] = []
  if (needsSession(endpoint.access) && !viewer) problems.push('answers nobody')
  if (needsSession(endpoint.access) && viewer && !mayCall(endpoint.access, viewer))
    problems.push('answers without the permission')
  if (endpoint.access === 'partner' && partnerSite === null) problems.push('answers without a key')
  if (call.isForeignTarget) problems.push('answers about another tenant’s')
  if (endpoint.name === 'readEmailLink' || endpoint.name === 'followEmailLink') {
    const linkSite = findLinkSite(input.token)
    const asked = world.sites.find(({ domain }) => domain === call.domain)
    if (linkSite === undefined || linkSite !== asked?.id) problems.push('follows a link of another site')
  }
  return problems
}

const getAskedDomain = (call: GeneratedCall): string =>
  call.endpoint?.anonymous ? String(call.input.domain ?? '').toLowerCase() : call.domain

/** A reply may repeat its request without revealing anything. */
export const getRequestText = ({ url, body }: GeneratedCall): string =>
  `${decodeURIComponentSafely(url)} ${typeof body === 'string' ? body : ''}`.toLowerCase()

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the operations from the API's own description, which it must follow. */
export function readOperations(openApi: Json): Map<string, Operation> {
  const operations = new Map<string, Operation>()
  for (const { method, path } of endpoints) {
    // biome-ignore lint/suspicious/noExplicitAny: OpenAPI's own shape
    const operation = (openApi.paths as any)[`/${path}`][method.toLowerCase()]
    const query = operation.parameters.filter((parameter: Json) => parameter.in === 'query')
    operations.set(`${method} /${path}`, {
      query: Object.fromEntries(query.map(({ name, schema }: Json) => [name, schema])),
      requiredQuery: query.filter(({ required }: Json) => required).map(({ name }: Json) => name),
      body: operation.requestBody?.content['application/json'].schema ?? {},
      refusals: new Set(
        Object.entries<Json>(operation.responses).flatMap(([status, { description }]) =>
          status === '200' ? [] : String(description).split(', '),
        ),
      ),
    })
  }
  return operations
}
