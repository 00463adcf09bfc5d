import { access, constants, statfs } from 'node:fs/promises'
import * as z from 'zod/mini'
import { findFakeYoutubeUrl } from '#server/demo/youtube/youtube.ts'
import { isEncryptedWith, readSecretKey } from '#server/platform/auth/encryption.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Check, createError, createOk, createWarning, type Finding } from './finding.ts'
import { formatCount, formatInteger } from './format.ts'
import { type StoredSecret, selectStoredSecrets } from './stored-secrets.ts'

const minNodeVersion = 24
const mebibyte = 1024 * 1024
const minComfortableBytes = 1024 * mebibyte
const minRequiredBytes = 128 * mebibyte
const maxClockSkewMs = 5_000

export const checkEnvironment: Check = async ({ db, config }) => [
  checkNode(),
  ...(config.databaseUrl === undefined ? [await checkDataFolder(config.dataDir)] : []),
  await checkYoutube(db, config),
  await checkSecretKey(db, config),
  await checkClock(db),
]

function checkNode(): Finding {
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= minNodeVersion) return createOk('Node', node)
  const fix = `Use Node ${minNodeVersion} or newer; npm start and npm run operator bring their own.`
  return createWarning('Node', node, fix)
}

async function checkDataFolder(dataDir: string): Promise<Finding> {
  const subject = 'data folder'
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return createError(subject, `${dataDir} is not writable (${code})`, 'Make the server’s user its owner.')
  }
  const { bavail, bsize } = await statfs(dataDir)
  const freeBytes = bavail * bsize
  const message = `${dataDir}, ${formatInteger(Math.floor(freeBytes / mebibyte))} MiB free`
  if (freeBytes >= minComfortableBytes) return createOk(subject, message)
  const fix = 'Free some space, or move the folder (DATA_DIR): a full disk stops every change.'
  return (freeBytes < minRequiredBytes ? createError : createWarning)(subject, message, fix)
}

async function checkYoutube(db: Database, config: Config): Promise<Finding> {
  const { key, dailyUnits } = config.youtube
  if (key !== undefined) return createOk('YouTube', `API key set, ${formatInteger(dailyUnits)} calls a day`)
  const effect = (await findFakeYoutubeUrl(db, config))
    ? 'the demo’s fake YouTube answers, which knows no real channels'
    : 'channels can be neither registered nor verified'
  const fix = 'Set YOUTUBE_API_KEY. See docs/operating.md, “YouTube”.'
  return createWarning('YouTube', `there is no API key: ${effect}`, fix)
}

/** With another key, codes of authenticator apps cannot be checked, and no reports fetched from YouTube. */
async function checkSecretKey(db: Database, config: Config): Promise<Finding> {
  const subject = 'secret key'
  const fix =
    'Set SECRET_KEY, or restore secret.key in DATA_DIR, as it was. If it is lost, run account reset-factors for those people, and youtube connect; payees enter their payment details again.'
  const secrets = await selectStoredSecrets(db)
  const key = await readSecretKey(config)
  const old = config.oldSecretKey
  const others = secrets.filter(({ ciphertext }) => !key || !isEncryptedWith(key, ciphertext))
  const unreadable = others.filter(({ ciphertext }) => !old || !isEncryptedWith(old, ciphertext))
  if (unreadable.length > 0)
    return createError(
      subject,
      `${formatSecrets(unreadable)} cannot be used: encrypted with another key`,
      fix,
    )
  if (others.length > 0)
    return createWarning(subject, `${formatSecrets(others)} encrypted with SECRET_KEY_OLD`, 'Run reencrypt.')
  if (old) return createWarning(subject, 'SECRET_KEY_OLD is no longer needed', 'Remove it from all servers.')
  if (config.secretKey) return createOk(subject, 'set by SECRET_KEY')
  if (config.databaseUrl === undefined) return createOk(subject, key ? 'in DATA_DIR' : 'created when needed')
  return createWarning(
    subject,
    `SECRET_KEY is not set: each server uses the key file of its own DATA_DIR (${config.dataDir})`,
    'With several servers, or before the folder is lost, set SECRET_KEY to the content of secret.key on all of them.',
  )
}

/** "1 authenticator app, 2 YouTube consents" */
const formatSecrets = (secrets: readonly StoredSecret[]) =>
  Array.from(
    Map.groupBy(secrets, ({ kind }) => kind),
    ([kind, own]) => formatCount(own.length, kind),
  ).join(', ')

const ClockRow = z.object({ ms: Integer })

/** Clock skew makes sessions and one-time codes expire too early or too late. */
async function checkClock(db: Database): Promise<Finding> {
  const before = Date.now()
  const { ms } = await queryOne(
    db,
    ClockRow,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`,
  )
  const after = Date.now()
  const skewMs = Math.max(0, before - ms, ms - after)
  if (skewMs <= maxClockSkewMs) return createOk('clock', 'agrees with the database')
  const message = `${Math.round(skewMs / 1000)} s off the database`
  return createWarning('clock', message, 'Synchronize the clocks of both machines (NTP).')
}
