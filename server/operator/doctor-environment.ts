import { access, constants, statfs } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { findFakeYoutubeUrl } from '#server/demo/youtube.ts'
import type { Check, Finding } from './diagnostic.ts'

const minNodeVersion = 24
const mebibyte = 1024 * 1024
const minComfortableBytes = 1024 * mebibyte
const minRequiredBytes = 128 * mebibyte
const maxClockSkewMs = 5_000

/** The program, its folder and settings, and its clock. */
export const checkEnvironment: Check = async ({ db, config }) => [
  checkNode(),
  ...(config.databaseUrl === undefined ? await checkDataFolder(config.dataDir) : []),
  await checkYoutube(db, config),
  await checkClock(db),
]

function checkNode(): Finding {
  const { node } = process.versions
  const says = `Node ${node}`
  if (Number.parseInt(node, 10) >= minNodeVersion) return { about: 'program', state: 'fine', says }
  const todo = `Use Node ${minNodeVersion} or newer; npm start and npm run operator bring their own.`
  return { about: 'program', state: 'warning', says, todo }
}

async function checkDataFolder(dataDir: string): Promise<Finding[]> {
  const about = 'data folder'
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const says = `${dataDir} cannot be written to (${(error as NodeJS.ErrnoException).code})`
    return [{ about, state: 'fault', says, todo: 'Give it to the user that the server runs as.' }]
  }
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const says = `${dataDir}, ${Math.floor(free / mebibyte).toLocaleString('en-US')} MiB left`
  if (free >= minComfortableBytes) return [{ about, state: 'fine', says }]
  const todo = 'Make room, or move the folder (DATA_DIR): a full disk stops every change.'
  return [{ about, state: free < minRequiredBytes ? 'fault' : 'warning', says, todo }]
}

async function checkYoutube(db: Database, config: Config): Promise<Finding> {
  const about = 'YouTube'
  const { key, dailyUnits } = config.youtube
  if (key !== undefined) return { about, state: 'fine', says: `a key is set, for ${dailyUnits} calls a day` }
  const without = (await findFakeYoutubeUrl(db, config))
    ? 'the demonstration’s stand-in answers, which knows no real channel'
    : 'channels can be neither registered nor verified'
  const todo = 'Set YOUTUBE_API_KEY. See docs/operating.md, “YouTube”.'
  return { about, state: 'warning', says: `there is no key: ${without}`, todo }
}

/** Two clocks that disagree let sessions and one-time codes end too early or too late. */
async function checkClock(db: Database): Promise<Finding> {
  const before = Date.now()
  const [row] = await db.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
  )
  const after = Date.now()
  const databaseTime = row?.ms ?? 0
  // Asked in between, it may be as late as the answer was.
  const skewMs = Math.max(0, before - databaseTime, databaseTime - after)
  if (skewMs <= maxClockSkewMs) return { about: 'clock', state: 'fine', says: 'as the database’s' }
  return {
    about: 'clock',
    state: 'warning',
    says: `${Math.round(skewMs / 1000)} s from the database’s`,
    todo: 'Let both machines take their time from the same place (NTP).',
  }
}
