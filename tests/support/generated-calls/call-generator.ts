import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { headerNames } from '#contract/platform/headers.ts'
import { mayCall, needsSession } from '#tests/support/access.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'
import type { Credentials } from './credentials.ts'
import type { InputValues, JsonSchema } from './input-values.ts'
import type { IdKind, Memory } from './memory.ts'
import type { Random } from './random.ts'
import type { Person, Viewer, World } from './world.ts'

export interface GeneratedCall {
  /** Undefined: no endpoint matches. */
  endpoint: Endpoint | undefined
  method: string
  url: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | undefined
  /** The owner of the session or key, if it belongs to the site that the call names. */
  viewer: Viewer | null
  partnerSite: number | null
  domain: string
  isForeignOrigin: boolean
  /** The call names an item that is known to belong to another tenant. */
  isForeignTarget: boolean
  input: Record<string, unknown>
}

/** An endpoint's description in OpenAPI. */
export interface Operation {
  query: Record<string, JsonSchema>
  requiredQuery: string[]
  body: JsonSchema
  refusals: ReadonlySet<string>
}

/** Channels that anybody may register: their names are not secret. */
export const freeChannels = Array.from({ length: 12 }, (_, at) => channelIdFor(`free${at}`))

const rareEndpoints = new Set(['logout', 'withdrawAccount', 'deleteMember', 'deleteChannel', 'endSessions'])

/** The kind of item that `id` identifies. */
const idKindByEndpoint: Record<string, IdKind> = {
  endSessions: 'session',
  renamePasskey: 'passkey',
  removePasskey: 'passkey',
  readNotice: 'notice',
  markNoticesRead: 'notice',
  cancelChannelRequest: 'request',
  readChannel: 'registration',
  dismissClosedChannel: 'registration',
  verifyChannel: 'registration',
  requestReReview: 'registration',
  assignChannel: 'registration',
  unassignChannel: 'registration',
  readChannelHistory: 'registration',
  deleteChannel: 'registration',
}

const idKindByField: Record<string, IdKind> = {
  target: 'account',
  member: 'account',
  members: 'account',
  ids: 'registration',
  channel: 'channel',
  video: 'video',
  cursor: 'cursor',
  before: 'event',
}

/** Endpoints that refuse another tenant's items; others simply omit them. */
const refusesForeignIds = new Set([
  ...Object.keys(idKindByEndpoint),
  'assignChannels',
  'unassignChannels',
  'updateMember',
  'approveMember',
  'inviteMember',
  'deleteMember',
  'readSignInHelp',
  'mailMemberConfirmation',
  'allowMemberAttempts',
  'resetMemberFactors',
  'endMembership',
  'listFeeRates',
  'removeFee',
  'setFees',
  'readVideo',
  'exportCountries',
])
const targetFields = ['id', 'ids', 'target', 'members', 'member', 'video']

const strongPasswords = ['correct horse battery', 'glorious purple anchor', '비밀번호는 길어야 합니다']

export function createCallGenerator(
  world: World,
  {
    random,
    values,
    memory,
    operations,
    credentials,
  }: {
    random: Random
    values: InputValues
    memory: Memory
    operations: ReadonlyMap<string, Operation>
    credentials: Credentials
  },
) {
  const weighted = endpoints.flatMap((endpoint) =>
    Array(rareEndpoints.has(endpoint.name) ? 1 : 5).fill(endpoint),
  )
  const addresses = Array.from({ length: 8 }, (_, at) =>
    at % 3 ? `10.${at}.0.${at}` : `2001:db8:${at.toString(16)}::1`,
  )
  const devices: string[] = []
  const etags: string[] = []
  const sentIds: string[] = []
  let nameCount = 0

  const pickOr = <Item>(items: readonly Item[], other: () => Item): Item =>
    items.length > 0 && random.chance(0.8) ? random.pick(items.slice(-20)) : other()
  const anyToken = () =>
    Array.from({ length: 43 }, () =>
      random.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']),
    ).join('')

  /** Picks the session of somebody who may make the call, and occasionally of anybody. */
  function pickSession(endpoint: Endpoint): [token: string, Person] {
    const all = [...world.sessions]
    const fitting = random.chance(0.8) ? all.filter(([, person]) => mayCall(endpoint.access, person)) : all
    return random.pick(fitting.length > 0 ? fitting : all)
  }

  function pickId(kind: IdKind, viewer: Viewer | null): string | number {
    const own = viewer && random.chance(0.75) ? memory.own(kind, viewer) : undefined
    return own ?? memory.foreign(kind, viewer) ?? random.pick([1, 2, 3, 999_999, 2 ** 31, 2 ** 53 - 1])
  }

  function pickPassword({ name }: Endpoint, person: Person | undefined): string {
    const isEnd = ['withdrawAccount', 'deleteMember', 'deleteChannel'].includes(name)
    const isRight = !isEnd || random.chance(0.15)
    const keepsAddress = person?.isAnchor && ['withdrawAccount', 'changeEmail'].includes(name)
    // The memory has one owner for each id: nobody leaves a network.
    const leaves = name === 'endMembership'
    return person?.password && isRight && !keepsAddress && !leaves && random.chance(0.85)
      ? person.password
      : random.pick(['wrong one', ...strongPasswords])
  }

  /** Names contain nobody's canary: they are stored, and others may read them. */
  const newName = () =>
    random.chance(0.5)
      ? random.pick(['Kim', '이지은', '😀😀', 'مرحبا', 'O’Neil', '=1+1'])
      : values.anyString()
  const newEmail = () => `new${++nameCount}@${random.pick(['mail.test', '한국.test'])}`
  const peopleOf = (domain: string) => {
    const found = world.people.filter((person) => person.domain === domain)
    return found.length > 0 ? found : world.people
  }
  const pickEmail = (domain: string) =>
    random.pick(random.chance(0.8) ? peopleOf(domain) : world.people).email

  /** Existing addresses stay on their site: on another site, somebody else would store their canary. */
  const pickAddress = (domain: string) => {
    const anchors = world.people.filter((person) => person.isAnchor && person.domain === domain)
    return anchors.length > 0 && random.chance(0.2) ? random.pick(anchors).email : newEmail()
  }

  const pickLink = () => {
    const id = random.pick(freeChannels)
    return random.pick([
      id,
      `https://www.youtube.com/channel/${id}`,
      `@${id.slice(2, 8)}`,
      '@unknown',
      'youtube.com/c/custom',
      'x',
    ])
  }

  /** Suggests a value that the site would send; undefined if the schema says enough. */
  function suggest(endpoint: Endpoint, field: string, caller: Caller): unknown {
    const { name } = endpoint
    const { person, viewer, domain } = caller
    if (field === 'id' && name === 'login') return caller.signIn.email
    const kind = field === 'id' ? idKindByEndpoint[name] : idKindByField[field]
    if (field === 'members') return [pickId('account', viewer), pickId('account', viewer)]
    if (field === 'ids') {
      const ids = [pickId('registration', viewer), pickId('registration', viewer)]
      return endpoint.method === 'GET' ? ids.join() : ids
    }
    if (kind) return pickId(kind, viewer)
    switch (field) {
      case 'email':
        return name === 'join' || name === 'changeEmail' ? pickAddress(domain) : pickEmail(domain)
      case 'user_id':
        return pickAddress(domain)
      case 'password':
        if (name === 'login') return random.chance(0.85) ? caller.signIn.password : 'wrong one'
        if (['join', 'addMember', 'updateMember', 'checkPassword'].includes(name))
          return random.pick(strongPasswords)
        return pickPassword(endpoint, person)
      case 'own_password':
        return pickPassword(endpoint, person)
      case 'new_password':
      case 'newPassword':
        return random.pick(strongPasswords)
      case 'nickname':
      case 'name':
        return newName()
      case 'link':
        return pickLink()
      case 'channels':
        return name === 'addMember'
          ? random.chance(0.7)
            ? []
            : [{ link: pickLink(), category: 'people' }]
          : [pickId('channel', viewer), pickId('channel', viewer)].join()
      case 'fee_rate':
        return random.below(1_001) / 10
      case 'music':
        return random.pick(world.musics)
      case 'musics': {
        const ids = Array.from({ length: 1 + random.below(4) }, () => random.pick(world.musics))
        return endpoint.method === 'GET' ? ids.join() : ids
      }
      case 'mood':
        return 1 + random.below(20)
      case 'page':
        return random.pick([0, 0, 0, 1, 2, 1_000_000])
      case 'size':
        return random.pick([1, 2, 10, 20, 50])
      case 'search':
        return random.pick([
          '',
          '쇼츠',
          'qxj',
          'mail',
          'UC',
          values.anyString(),
          values.anyString(),
          pickEmail(domain),
        ])
      case 'token':
        return pickOr(credentials.listLinks(), anyToken)
      case 'code':
        return name === 'exchangeSignInCode' ? anyToken() : credentials.pickCode(person)
      case 'device':
        return pickOr(devices, anyToken)
      case 'domain':
        return random.pick(world.sites).domain
      case 'challenge':
        return anyToken()
    }
    return undefined
  }

  function fill(endpoint: Endpoint, schema: JsonSchema, caller: Caller): Record<string, unknown> {
    const filled: Record<string, unknown> = {}
    // Some calls are plain, like a screen's first request; the next one may get its response from the cache.
    const isPlain = random.chance(0.3)
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (!schema.required?.includes(name) && (isPlain || random.chance(0.5))) continue
      filled[name] = suggest(endpoint, name, caller) ?? values.fitting(property)
    }
    return filled
  }

  /** Invalidates one to three fields. */
  function spoil(object: Record<string, unknown>, anyValue: () => unknown): Record<string, unknown> {
    const entries = Object.entries(object)
    for (let count = 1 + random.below(3); count > 0; count--) {
      const at = random.below(entries.length + 1)
      const entry = entries[at]
      if (!entry)
        entries.push([random.pick(['extra', '__proto__', 'constructor', 'isManager', '']), anyValue()])
      else if (random.chance(0.2)) entries.splice(at, 1)
      else entries[at] = [entry[0], anyValue()]
    }
    // `fromEntries` defines `__proto__`, so that it is sent; an assignment would set the prototype.
    return Object.fromEntries(entries)
  }

  /** Puts a character that a database or a decoder rejects into one text of an otherwise valid call. */
  function poison(object: Record<string, unknown>): Record<string, unknown> {
    const texts = Object.entries(object).filter(([, value]) => typeof value === 'string')
    if (texts.length === 0) return object
    const [name, text] = random.pick(texts)
    return { ...object, [name]: `${text}${random.pick(['\0', '\ud800', '\udc00x', '\u202e', '\ufffe'])}` }
  }

  function buildQuery(endpoint: Endpoint, input: Record<string, unknown>): string {
    const pairs = Object.entries(input).map(([name, value]) => [name, toText(value)] as const)
    const parts = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`)
    if (random.chance(0.05) && parts.length > 0) parts.push(random.pick(parts))
    if (random.chance(0.04)) parts.push(random.pick(['%', '%zz=1', 'a=%C3%28', '=', '&&', 'x[]=1', 'page']))
    if (endpoint.method === 'POST' && random.chance(0.95)) return ''
    return parts.length > 0 ? `?${parts.join('&')}` : ''
  }

  const toText = (value: unknown) =>
    typeof value === 'object' ? JSON.stringify(value).slice(0, 500) : String(value)
  /** Encodes half a character, for which encodeURIComponent throws. */
  const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)

  function buildBody(input: Record<string, unknown>): string | Uint8Array<ArrayBuffer> {
    const text = JSON.stringify(input)
    if (!random.chance(0.06)) return text
    return random.pick<() => string | Uint8Array<ArrayBuffer>>([
      () => '',
      () => text.slice(0, -1),
      () => `${text},`,
      () => `\ufeff${text}`,
      () => text.replace(/"/, "'"),
      () => JSON.stringify([input]),
      () => JSON.stringify(values.anyValue()) ?? '',
      () => '['.repeat(10_000),
      () => `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      () => text.replace(/:(\d+)/, ':1e999'),
      () => text.replace('{', '{"id":1,'),
      () => `${text}${' '.repeat(70_000)}`,
      () => Buffer.from([...Buffer.from(text), 0xff, 0xfe]),
      () => Buffer.from(text, 'utf16le'),
      () => Buffer.from([0x1f, 0x8b, 8, 0, 0]),
    ])()
  }

  interface Caller {
    person: Person | undefined
    viewer: Viewer | null
    domain: string
    /** The person whose credentials a sign-in uses. */
    signIn: Person
  }

  /** Picks a token, and returns its owner. */
  function pickToken(endpoint: Endpoint): [token: string, Person | undefined] {
    if (random.chance(needsSession(endpoint.access) ? 0.88 : 0.4)) return pickSession(endpoint)
    return [
      random.pick([
        '',
        '',
        world.expired,
        anyToken(),
        'x'.repeat(10_000),
        `${anyToken()}=`,
        random.pick(world.sites).partnerKeys[0] ?? '',
        '\u00ff',
        'null',
      ]),
      undefined,
    ]
  }

  function pickDomain(person: Person | undefined): [header: string, domain: string] {
    const other = random.pick(world.sites).domain
    const domain = person && random.chance(0.93) ? person.domain : other
    if (random.chance(0.95)) return [domain, domain]
    const spelled = random.pick([domain.toUpperCase(), `www.${domain}`, `${domain}:8080`, ` ${domain} `])
    const broken = random.pick(['', 'nowhere.test', 'x'.repeat(3_000), 'a..b', '[::1]', '\u00e9.test', '/'])
    return random.chance(0.5) ? [spelled, domain] : [broken, '']
  }

  function addHeaders(headers: Record<string, string>): boolean {
    headers['X-Forwarded-For'] = random.chance(0.3) ? '10.9.9.9' : random.pick(addresses)
    if (random.chance(0.03))
      headers['X-Forwarded-For'] = random.pick(['', 'garbage', '1.2.3.4, ::ffff:9.9.9.9', ',', '999.1.1.1'])
    if (random.chance(0.1)) headers['X-Forwarded-Proto'] = random.pick(['https', 'http', 'https,http', ''])
    if (random.chance(0.05)) headers['X-Forwarded-Host'] = random.pick(world.sites).domain
    if (random.chance(0.1)) headers.Host = random.pick([...world.sites.map(({ domain }) => domain), 'x', ''])
    if (random.chance(0.1)) headers.Cookie = random.pick(['language=en', 'language=%00; a=b', ';;;=', 'x'])
    if (random.chance(0.2))
      headers['Accept-Encoding'] = random.pick(['gzip', 'br', 'br;q=0, gzip', '*', 'identity;q=0', 'x'])
    if (random.chance(0.2))
      headers['If-None-Match'] = pickOr(etags, () => random.pick(['*', '"x"', 'W/"', '']))
    if (random.chance(0.05)) headers['Content-Length'] = random.pick(['0', '5', '99999999', '-1', 'x'])
    if (random.chance(0.03)) headers['Content-Encoding'] = random.pick(['gzip', 'br', 'x'])
    if (random.chance(0.05))
      headers['Content-Type'] = random.pick([
        'text/plain',
        'application/x-www-form-urlencoded',
        'x',
        'a/b;charset=x',
      ])
    if (random.chance(0.05)) headers[headerNames.currency] = random.pick(['USD', 'EUR', ''])
    const origins = ['null', 'https://evil.test', 'garbage', 'https://one.test', 'http://localhost', '']
    if (random.chance(0.06)) headers.Origin = random.pick(origins)
    const { Origin } = headers
    return Origin !== undefined
  }

  /** Invalidates the digests, or repeats another call. */
  function tamper(headers: Record<string, string>): void {
    const { requestId, requestDigest, clientDigest } = headerNames
    if (random.chance(0.02)) delete headers[random.pick([requestId, requestDigest, clientDigest])]
    if (random.chance(0.01)) headers[requestDigest] = random.pick(['', 'x'.repeat(128), anyToken()])
    if (random.chance(0.01) && sentIds.length > 0) headers[requestId] = random.pick(sentIds)
  }

  function generateCall(): GeneratedCall {
    const followUp = random.chance(0.6) ? credentials.takeFollowUp() : undefined
    const endpoint = followUp?.endpoint ?? random.pick(weighted)
    const [token, person] = followUp
      ? ([followUp.token, world.findOwner(followUp.token)] as const)
      : pickToken(endpoint)
    const [domainHeader, domain] = followUp ? [followUp.domain, followUp.domain] : pickDomain(person)
    const viewer = person?.domain === domain ? person : null
    const signIn = random.pick(random.chance(0.9) ? peopleOf(domain) : world.people)
    const caller: Caller = { person, viewer, domain, signIn }
    const operation = operations.get(`${endpoint.method} /${endpoint.path}`)
    if (!operation) throw new Error(`${endpoint.name} is not in the description of the API.`)
    const isGet = endpoint.method === 'GET'
    const schema = isGet
      ? { type: 'object', properties: operation.query, required: operation.requiredQuery }
      : operation.body
    let input = followUp?.input ?? fill(endpoint, schema, caller)
    if (random.chance(followUp ? 0.1 : 0.2))
      input = spoil(input, isGet ? values.anyQueryText : values.anyValue)
    if (random.chance(0.04)) input = poison(input)
    const url = new URL(
      `http://localhost/api/${endpoint.path}${buildQuery(endpoint, isGet ? input : { page: 1 })}`,
    )
    const path = url.href.slice(url.href.indexOf('/api/') + 4)
    const body = isGet ? undefined : buildBody(input)
    const languages = ['ko', 'en', 'zh-CN', 'zh-TW', 'fr;q=0.9, en;q=0.1', '*', '', 'x'.repeat(500)]
    const headers = signHeaders(endpoint.method, path, toSameSize(body), {
      domain: domainHeader,
      token,
      language: random.pick(languages),
      userAgent: random.pick(['hookline-tests', 'Mozilla/5.0 (X11; Linux) Chrome/140.0', '', 'é']),
    })
    const partnerSite = endpoint.access === 'partner' ? authorizePartner(headers) : null
    const isForeignOrigin = addHeaders(headers)
    tamper(headers)
    if (!isGet) sentIds.push(headers[headerNames.requestId] ?? '')
    return {
      ...{ endpoint, method: endpoint.method, url: url.href, headers, body, domain, input },
      ...{ viewer: endpoint.anonymous ? null : viewer, partnerSite, isForeignOrigin },
      isForeignTarget: isForeignTarget(endpoint, input, viewer),
    }
  }

  /** The digests depend only on the size of a body. */
  const toSameSize = (body: GeneratedCall['body']) =>
    typeof body === 'object' ? 'x'.repeat(body.byteLength) : body

  /** @returns the site of a valid key */
  function authorizePartner(headers: Record<string, string>): number | null {
    const site = random.pick(world.sites)
    const key = random.pick(site.partnerKeys)
    const isValid = random.chance(0.8)
    headers.Authorization = isValid
      ? random.pick([`Bearer ${key}`, `bearer   ${key}`])
      : random.pick(['', `Basic ${key}`, `Bearer ${key}x`, 'Bearer ', `Bearer ${anyToken()}`])
    return isValid ? site.id : null
  }

  function isForeignTarget(
    { name }: Endpoint,
    input: Record<string, unknown>,
    viewer: Viewer | null,
  ): boolean {
    if (!viewer || !refusesForeignIds.has(name)) return false
    return targetFields.some((field) => {
      const kind = field === 'id' ? idKindByEndpoint[name] : idKindByField[field]
      const ids = [input[field]].flat()
      return kind !== undefined && ids.some((id) => memory.isForeign(kind, id, viewer))
    })
  }

  /** Generates a path that does not exist, a method that is not served, or a preflight request. */
  function generateStray(): GeneratedCall {
    const paths = [
      '',
      'v2',
      'health',
      'ready',
      'openapi.json',
      'docs',
      'media/../x',
      '%00',
      '..%2f',
      'x'.repeat(3_000),
    ]
    const path = random.chance(0.5) ? random.pick(endpoints).path : random.pick(paths)
    const method = random.pick(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'OPTIONS'])
    const headers: Record<string, string> = {}
    const isForeignOrigin = addHeaders(headers)
    return {
      ...{ endpoint: undefined, method, url: new URL(`http://localhost/api/${path}`).href, headers },
      ...{ body: undefined, viewer: null, partnerSite: null, domain: '', isForeignOrigin },
      ...{ isForeignTarget: false, input: {} },
    }
  }

  return {
    next: () => (random.chance(0.03) ? generateStray() : generateCall()),
    learnEtag: (etag: string) => void etags.push(etag),
    learnDevice: (device: string) => void devices.push(device),
  }
}

export type CallGenerator = ReturnType<typeof createCallGenerator>
