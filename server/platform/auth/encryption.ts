import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError, parseSecretKey } from '#server/platform/config.ts'
import { describeFullDisk, isDiskFull } from '#server/platform/disk-full.ts'

const keyBytes = 32
export const keyFileName = 'secret.key'
const algorithm = 'aes-256-gcm'
const formatVersion = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headerBytes = 1 + keyIdBytes + nonceBytes + tagBytes

/**
 * Authenticated encryption of secrets at rest. `context` says what the secret is and whose: it is authenticated, so that a
 * ciphertext copied into another row cannot be decrypted there.
 */
export interface Encryption {
  encrypt(secret: Uint8Array, context: string): Promise<Uint8Array>
  /** @returns null when it was encrypted with another key */
  decrypt(ciphertext: Uint8Array, context: string): Promise<Uint8Array | null>
}

export const createConfiguredEncryption = (config: Config): Encryption =>
  createEncryption(() => loadSecretKey(config), config.oldSecretKey)

/** `loadKey` runs on first use. `oldKey` only decrypts, until everything is encrypted again (key rotation). */
export function createEncryption(loadKey: () => Promise<Uint8Array>, oldKey?: Uint8Array): Encryption {
  let loading: Promise<Uint8Array> | undefined
  const getKey = () => {
    loading ??= loadKey().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    async encrypt(secret, context) {
      const key = await getKey()
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([Buffer.of(formatVersion), getKeyId(key), nonce, cipher.getAuthTag(), body])
    },
    async decrypt(ciphertext, context) {
      const key = [await getKey(), oldKey].find((known) => known && isEncryptedWith(known, ciphertext))
      if (!key) return null
      const bytes = Buffer.from(ciphertext)
      const nonce = bytes.subarray(1 + keyIdBytes, 1 + keyIdBytes + nonceBytes)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(headerBytes - tagBytes, headerBytes))
      return Buffer.concat([decipher.update(bytes.subarray(headerBytes)), decipher.final()])
    },
  }
}

/** Identifies the key without revealing it. */
export const formatKeyId = (key: Uint8Array): string => getKeyId(key).toString('hex')

const getKeyId = (key: Uint8Array) => createHash('sha256').update(key).digest().subarray(0, keyIdBytes)

export const isEncryptedWith = (key: Uint8Array, ciphertext: Uint8Array): boolean =>
  ciphertext[0] === formatVersion && getKeyId(key).equals(ciphertext.subarray(1, 1 + keyIdBytes))

type KeyConfig = Pick<Config, 'secretKey' | 'dataDir'>

/** SECRET_KEY, or else the key file, which is created if needed. @throws {ConfigError} */
export async function loadSecretKey({ secretKey, dataDir }: KeyConfig): Promise<Uint8Array> {
  return secretKey ?? (await readKeyFile(dataDir)) ?? createKeyFile(dataDir)
}

/** @returns null when there is none yet @throws {ConfigError} */
export async function readSecretKey({ secretKey, dataDir }: KeyConfig): Promise<Uint8Array | null> {
  return secretKey ?? readKeyFile(dataDir)
}

async function readKeyFile(dataDir: string): Promise<Uint8Array | null> {
  const path = join(dataDir, keyFileName)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new ConfigError(
      `The key file ${path} cannot be read (${error.code}). Make the server’s user its owner.`,
    )
  })
  if (text === null) return null
  const key = parseSecretKey(text)
  if (!key)
    throw new ConfigError(
      `The key file ${path} is damaged: it must hold 32 bytes in base64. Restore it from a backup, or delete it: people then need their recovery codes.`,
    )
  return key
}

/** Atomic: of several processes that start at once, one creates the file and the others read it. */
async function createKeyFile(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, keyFileName)
  const temporaryPath = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(temporaryPath, `${randomBytes(keyBytes).toString('base64')}\n`, {
      mode: 0o600,
      flag: 'wx',
    })
    await link(temporaryPath, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } catch (error) {
    if (isDiskFull(error)) throw new ConfigError(describeFullDisk(`the key file in ${dataDir} (DATA_DIR)`))
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `The key file ${path} cannot be created (${code}). Make the folder writable, or set SECRET_KEY.`,
    )
  } finally {
    await rm(temporaryPath, { force: true })
  }
  const key = await readKeyFile(dataDir)
  if (!key) throw new ConfigError(`The key file ${path} has disappeared.`)
  return key
}
