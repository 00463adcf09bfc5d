import { createHash, createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { PasskeyRequest } from '#contract/people/challenge.ts'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation } from '#contract/people/second-factor.ts'

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
const flagAttestedData = 0x40

/** Creates a software passkey with ES256. */
export function createAuthenticator(defaultOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
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
      }),
    )
  function createAuthenticatorData(rpId: string, deviation: Deviation, attested = Buffer.alloc(0)): Buffer {
    const signCount = Buffer.alloc(4)
    signCount.writeUInt32BE(deviation.counter ?? ++counter)
    const flags =
      flagUserPresent |
      (deviation.isUserVerified === false ? 0 : flagUserVerified) |
      (attested.length > 0 ? flagAttestedData : 0)
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.of(flags), signCount, attested])
  }

  return {
    id,
    register({ challenge, rp, user }: PasskeyCreation, deviation: Deviation = {}): PasskeyAttestation {
      userHandle = user.id
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, 32), credentialId, encodeCbor(key)])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', createAuthenticatorData(rp.id, deviation, attested)],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: encode(createClientData('webauthn.create', challenge, deviation)),
          attestationObject: encode(encodeCbor(attestation)),
          transports: ['internal'],
        },
      }
    },
    assert({ challenge, rpId }: PasskeyRequest, deviation: Deviation = {}): PasskeyAssertion {
      const clientData = createClientData('webauthn.get', challenge, deviation)
      const authenticatorData = createAuthenticatorData(rpId, deviation)
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha256(clientData)]))
        .sign(privateKey)
      deviation.tamper?.(signature)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: encode(clientData),
          authenticatorData: encode(authenticatorData),
          signature: encode(signature),
          userHandle: deviation.userHandle ?? userHandle,
        },
      }
    },
  }
}
