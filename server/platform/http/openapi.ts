import { toJSONSchema } from 'zod/v4/core'
import { endpoints } from '#contract/endpoints.ts'
import {
  type Access,
  type CallLimit,
  type Confirmation,
  confirmationMinutes,
  type Endpoint,
  type Trace,
} from '#contract/platform/endpoint.ts'
import { RefusalBody, type RefusalCode, refusalStatuses } from '#contract/platform/errors.ts'
import { headerNames } from '#contract/platform/headers.ts'
import {
  type AnyPermission,
  getInstallationRule,
  isInstallationPermission,
  listPositions,
  type Permission,
  permissions,
} from '#contract/platform/roles.ts'
import { getWindowMinutes, rateLimits } from '#server/platform/auth/rate-limits.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { isCallLimit } from './request/gate.ts'

type Schema = Endpoint['query']

const commonRefusals: RefusalCode[] = [
  'malformed',
  'too_large',
  'too_many',
  'internal',
  'unavailable',
  'storage_full',
]
const accessRefusals = (access: Access): RefusalCode[] => {
  if (access === 'public') return []
  if (access === 'partner') return ['unauthenticated']
  return access === 'account'
    ? ['unauthenticated', 'second_factor_required']
    : ['unauthenticated', 'forbidden', 'second_factor_required']
}

const confirmationRefusals: Record<Confirmation, RefusalCode[]> = {
  none: [],
  password: ['invalid'],
  recent: ['confirmation_required'],
}

const confirmationTexts: Record<Confirmation, string> = {
  none: '',
  password: ', with the password or a passkey’s answer in the call',
  recent: `, within ${confirmationMinutes} minutes of a sign-in or confirmSession`,
}

const audiences: Record<Exclude<Access, AnyPermission>, string> = {
  public: 'anyone',
  account: 'any signed-in account',
  partner: 'a partner’s server, with its key',
}

const isPermission = (access: Access): access is Permission => permissions.some((one) => one === access)

function describeAudience(access: Access): string {
  if (isInstallationPermission(access)) {
    const { roles, needsAll } = getInstallationRule(access)
    const scope = needsAll ? ' for the whole installation' : ''
    return `the permission ${access}, which the roles ${roles.join(', ')}${scope} have, in a session with a second factor`
  }
  return isPermission(access)
    ? `the permission ${access}, which the roles ${listPositions(access).join(', ')} have`
    : audiences[access]
}

export function createOpenApi(): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Hookline', version: '1', description: introduction },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { partner: { type: 'http', scheme: 'bearer' } } },
    paths: describePaths(),
  }
}

function describePaths(): Record<string, Record<string, object>> {
  const operations: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    operations[`/${endpoint.path}`] = {
      ...operations[`/${endpoint.path}`],
      [endpoint.method.toLowerCase()]: describeOperation(endpoint),
    }
  }
  return operations
}

const introduction = [
  'Replies hold `success` and a `message` in the language of Accept-Language (ko, en, zh-CN, zh-TW).',
  'A refusal has the right status, a stable `code`, and `fields` where a form has errors.',
  'Amounts are integers: thousandths of a won (KRW) or millionths of a dollar (USD). Days are YouTube’s (Pacific).',
  'A partner’s server says its key (`Authorization: Bearer …`) and none of the headers that follow.',
  'Every other call carries three headers against tampering. `X-Request-Id`: 128 random bits in hex, new for each try.',
  '`X-Request-Digest`: SHA-512 in hex of id, method, path with query (below the base, from its slash) and the body’s',
  'size in bytes. `X-Client-Digest`: SHA-512 in hex of id, token (or nothing) and user agent. Parts are joined by a',
  'line feed. JSON that answers GET has an `ETag`; `If-None-Match` with it gets 304 while the data are the same. Replies are',
  'compressed by `Accept-Encoding`. A POST is refused when its id was already used within ten minutes.',
].join(' ')

function describeOperation(endpoint: Endpoint): object {
  const codes = [
    ...endpoint.refusals,
    ...accessRefusals(endpoint.access),
    ...confirmationRefusals[endpoint.confirmation],
    ...getImpersonationRefusals(endpoint),
    ...commonRefusals,
    ...getSiteRefusals(endpoint),
    // A body may always be something else than an object.
    ...(endpoint.method === 'POST' || hasInput(endpoint) ? (['invalid'] as const) : []),
  ]
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: describeGate(endpoint),
    ...(endpoint.access === 'partner' && { security: [{ partner: [] }] }),
    parameters: [...describeHeaderParameters(endpoint), ...describeQueryParameters(endpoint.query)],
    ...(endpoint.method === 'POST' && {
      requestBody: { required: true, content: jsonContent(getJsonSchema(endpoint.body, 'input')) },
    }),
    responses: {
      200: { description: 'Done.', content: describeContent(endpoint) },
      ...describeRefusals([...new Set(codes)]),
    },
  }
}

const limitSubjects: Record<CallLimit['by'], string> = {
  address: 'address of the caller (IPv6: /64)',
  network: '/24 or /64 of the caller’s address',
  'wide-network': '/24 or /48 of the caller’s address',
  account: 'account',
  partner: 'partner key',
}

const traceTexts: Record<Trace, string> = {
  audit: 'an entry in the audit log',
  event: 'a security event',
  mail: 'a mail to those it concerns',
}

/** What an endpoint declares: who may call, how often, and who learns of it. */
function describeGate({ access, confirmation, limits, traces }: Endpoint): string {
  const texts = [
    `Who may call: ${describeAudience(access)}${confirmationTexts[confirmation]}.`,
    ...limits.map(
      (limit) =>
        `At most ${rateLimits[limit.name]} in ${formatCount(getWindowMinutes(limit.name), 'minute')} (${limit.name}), ${isCallLimit(limit) ? `per ${limitSubjects[limit.by]}` : `counted ${limit.counted}`}.`,
    ),
    traces.length > 0 && `Leaves ${traces.map((trace) => traceTexts[trace]).join(', ')}.`,
  ]
  return texts.filter(Boolean).join(' ')
}

function getSiteRefusals({ access, anonymous, method }: Endpoint): RefusalCode[] {
  if (access === 'partner') return []
  return [
    'tampered',
    ...(anonymous ? [] : (['unknown_site'] as const)),
    ...(method === 'POST' ? (['repeated'] as const) : []),
  ]
}

/** Of a call that can carry a session. */
const getImpersonationRefusals = ({
  access,
  anonymous,
  ignoresSession,
  servesImpersonators,
}: Endpoint): RefusalCode[] =>
  servesImpersonators || access === 'partner' || anonymous || ignoresSession ? [] : ['impersonating']

const mediaTypes = {
  csv: 'text/csv',
  pdf: 'application/pdf',
  audio: 'audio/*',
  events: 'text/event-stream',
}
const binaryMedia: readonly Endpoint['media'][] = ['pdf', 'audio']

const describeContent = (endpoint: Endpoint) =>
  endpoint.media === 'json'
    ? jsonContent(getResponseSchema(endpoint))
    : {
        [mediaTypes[endpoint.media]]: {
          schema: binaryMedia.includes(endpoint.media) ? {} : { type: 'string' },
        },
      }

const jsonContent = (schema: object) => ({ 'application/json': { schema } })

function getJsonSchema(schema: Schema, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const hasInput = (endpoint: Endpoint) =>
  [endpoint.query, endpoint.body].some(
    (schema) => Object.keys(getJsonSchema(schema, 'input').properties ?? {}).length > 0,
  )

function getResponseSchema(endpoint: Endpoint): object {
  const output = getJsonSchema(endpoint.output, 'output')
  const envelope = { success: { const: true }, message: { type: 'string' } }
  return {
    // Schema references resolve against this $id, not the document.
    ...('$defs' in output && { $id: endpoint.name }),
    ...output,
    properties: { ...envelope, ...(output.properties as object | undefined) },
    required: [...Object.keys(envelope), ...((output.required as string[] | undefined) ?? [])],
  }
}

function describeQueryParameters(query: Schema): object[] {
  const schema = getJsonSchema(query, 'input')
  const required = (schema.required as string[] | undefined) ?? []
  return Object.entries((schema.properties as Record<string, object> | undefined) ?? {}).map(
    ([name, shape]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema: shape,
    }),
  )
}

const headerDescriptions: Record<keyof typeof headerNames, string> = {
  language: 'Language of the messages.',
  domain: 'Domain of the site.',
  token: 'Token of the session.',
  playlist: '1 on a playlist site, else 0.',
  currency: 'Currency of the site.',
  requestId: '128 random bits, hex.',
  requestDigest: 'SHA-512 of id, method, path and body size, hex.',
  clientDigest: 'SHA-512 of id, token and user agent, hex.',
}

function describeHeaderParameters({ anonymous, access }: Endpoint): object[] {
  if (access === 'partner') return []
  const requiredHeaders = ['language', 'requestId', 'requestDigest', 'clientDigest'] as const
  const names = anonymous
    ? requiredHeaders
    : ([...requiredHeaders, 'domain', 'token', 'playlist', 'currency'] as const)
  return names.map((name) => ({
    name: headerNames[name],
    in: 'header',
    description: headerDescriptions[name],
    required:
      name === 'domain' ||
      name.endsWith('Digest') ||
      name === 'requestId' ||
      (name === 'token' && access !== 'public'),
    schema: { type: 'string' },
  }))
}

function describeRefusals(codes: RefusalCode[]): Record<string, object> {
  const schema = getJsonSchema(RefusalBody, 'output')
  const byStatus = Map.groupBy(codes, (code) => refusalStatuses[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codesOfStatus]) => [
      status,
      { description: codesOfStatus.join(', '), content: jsonContent(schema) },
    ]),
  )
}
