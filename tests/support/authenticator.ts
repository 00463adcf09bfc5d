import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyRequest } from '#contract/people/challenge.ts'
import type { PasskeyCreation } from '#contract/people/second-factor.ts'

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** RFC 6238 with the parameters of every authenticator app. `steps` counts periods of 30 seconds from now. */
export function createTotpCode(secret: string, now: Date, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 30_000) + steps))
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** Implements the part of RFC 8949 that an authenticator needs. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return encodeCborHead(value < 0 ? 1 : 0, value < 0 ? -1 - value : value)
  if (typeof value === 'string')
    return Buffer.concat([encodeCborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeCborHead(2, value.length), value])
  return Buffer.concat([
    encodeCborHead(5, value.size),
    ...[...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]),
  ])
}

function encodeCborHead(majorType: number, size: number): Buffer {
  const type = majorType << 5
  if (size < 24) return Buffer.of(type | size)
  if (size < 256) return Buffer.of(type | 24, size)
  return Buffer.of(type | 25, size >> 8, size & 0xff)
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encode = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** Differences of a forged or broken authenticator. */
interface Deviation {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  isUserVerified?: boolean
  type?: string
  userHandle?: string
  tamper?: (signature: Buffer) => void
}

const flagUserPresent = 0x01
const flagUserVerified = 0x04
const flagBackupEligible = 0x08
const flagBackedUp = 0x10
const flagAttestedData = 0x40

const decode = (text = '') => Buffer.from(text, 'base64url')

/** COSE keys of RFC 9053 and 8230. */
const algorithms = {
  eddsa: {
    cose: -8,
    digest: null,
    create() {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519')
      const { x } = publicKey.export({ format: 'jwk' })
      return {
        privateKey,
        parameters: [
          [1, 1],
          [3, -8],
          [-1, 6],
          [-2, decode(x)],
        ] as [number, Cbor][],
      }
    },
  },
  es256: {
    cose: -7,
    digest: 'sha256',
    create() {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x, y } = publicKey.export({ format: 'jwk' })
      return {
        privateKey,
        parameters: [
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, decode(x)],
          [-3, decode(y)],
        ] as [number, Cbor][],
      }
    },
  },
  rs256: {
    cose: -257,
    digest: 'sha256',
    create() {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const { n, e } = publicKey.export({ format: 'jwk' })
      return {
        privateKey,
        parameters: [
          [1, 3],
          [3, -257],
          [-1, decode(n)],
          [-2, decode(e)],
        ] as [number, Cbor][],
      }
    },
  },
} as const

/** What browsers send differs by device; tests/e2e/passkeys.spec.ts compares with Chromium's. */
const kinds = {
  device: {
    algorithm: 'es256',
    flags: flagUserVerified,
    counts: true,
    namesUser: true,
    transports: ['internal'],
  },
  /** Its copies share no counter. */
  'synced passkey': {
    algorithm: 'es256',
    flags: flagUserVerified | flagBackupEligible | flagBackedUp,
    counts: false,
    namesUser: true,
    transports: ['hybrid', 'internal'],
  },
  /** Recognizes nobody, and does not know for whom it was made. */
  'security key': { algorithm: 'eddsa', flags: 0, counts: true, namesUser: false, transports: ['usb'] },
  'older TPM': {
    algorithm: 'rs256',
    flags: flagUserVerified,
    counts: true,
    namesUser: true,
    transports: ['internal'],
  },
} as const
export type AuthenticatorKind = keyof typeof kinds
export const authenticatorKinds = Object.keys(kinds) as AuthenticatorKind[]

/** Creates a software passkey. */
export function createAuthenticator(defaultOrigin: string, name: AuthenticatorKind = 'device') {
  const kind = kinds[name]
  const algorithm = algorithms[kind.algorithm]
  const { privateKey, parameters } = algorithm.create()
  const credentialId = randomBytes(32)
  const id = encode(credentialId)
  let counter = 0
  let userHandle = ''

  const createClientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? defaultOrigin,
        crossOrigin: false,
        // As Chromium does at times, so that nobody compares the text.
        other_keys_can_be_added_here: 'do not compare clientDataJSON against a template',
      }),
    )
  function createAuthenticatorData(rpId: string, deviation: Deviation, attested = Buffer.alloc(0)): Buffer {
    const signCount = Buffer.alloc(4)
    if (kind.counts) counter++
    signCount.writeUInt32BE(deviation.counter ?? counter)
    const flags =
      flagUserPresent |
      (deviation.isUserVerified === false ? kind.flags & ~flagUserVerified : kind.flags) |
      (attested.length > 0 ? flagAttestedData : 0)
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.of(flags), signCount, attested])
  }
  /** What `toJSON()` adds, and the server has no use for. */
  const extras = { authenticatorAttachment: 'platform', clientExtensionResults: {} }

  return {
    id,
    register({ challenge, rp, user }: PasskeyCreation, deviation: Deviation = {}) {
      userHandle = user.id
      const key = new Map<number, Cbor>(parameters)
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, 32), credentialId, encodeCbor(key)])
      const authenticatorData = createAuthenticatorData(rp.id, deviation, attested)
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData],
      ])
      return {
        ...extras,
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: encode(createClientData('webauthn.create', challenge, deviation)),
          attestationObject: encode(encodeCbor(attestation)),
          transports: [...kind.transports],
          authenticatorData: encode(authenticatorData),
          publicKeyAlgorithm: algorithm.cose,
        },
      }
    },
    assert({ challenge, rpId }: PasskeyRequest, deviation: Deviation = {}) {
      const clientData = createClientData('webauthn.get', challenge, deviation)
      const authenticatorData = createAuthenticatorData(rpId, deviation)
      const signed = Buffer.concat([authenticatorData, sha256(clientData)])
      const signature = sign(algorithm.digest, signed, privateKey)
      deviation.tamper?.(signature)
      return {
        ...extras,
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: encode(clientData),
          authenticatorData: encode(authenticatorData),
          signature: encode(signature),
          ...((kind.namesUser || deviation.userHandle) && { userHandle: deviation.userHandle ?? userHandle }),
        },
      }
    },
  }
}
