import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import ky from 'ky'
import { addDays } from '#contract/reports/calendar.ts'
import type { Config } from '#server/platform/config.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { type ExchangeRate, maxRatesBytes, parseRates } from './rates-file.ts'

type RatesSource = NonNullable<Config['ratesSource']>

const timeoutMs = 30_000

/** The source cannot be reached now; it may be later. */
export class RatesUnavailableError extends Error {}

/**
 * The rates of all files, by the rules of `rates import`. Of a day that several files have, the last one by name counts.
 * @throws {FileRefusal} with the line
 * @throws {RatesUnavailableError}
 */
export async function readRates(source: RatesSource, now: Date): Promise<ExchangeRate[]> {
  const lastDay = addDays(getPacificDay(now), 1)
  const rates = new Map<string, ExchangeRate>()
  const files = 'url' in source ? [await download(source.url)] : await readFiles(source.path)
  for (const { name, bytes } of files)
    for (const rate of parseFile(name, bytes, lastDay)) rates.set(rate.day, rate)
  return [...rates.values()]
}

function parseFile(name: string, bytes: Uint8Array, lastDay: string): ExchangeRate[] {
  if (bytes.length > maxRatesBytes)
    throw new FileRefusal(`${name} is larger than ${maxRatesBytes / 1024 / 1024} MiB`)
  const {
    rates,
    invalidLines: [invalid],
  } = parseRates(bytes, lastDay)
  if (invalid) throw new FileRefusal(`${name}, line ${invalid.line}: ${invalid.reason}`, invalid.line)
  return rates
}

interface RatesFile {
  name: string
  bytes: Uint8Array
}

async function download(url: string): Promise<RatesFile> {
  try {
    const response = await ky.get(url, { timeout: timeoutMs, retry: 2 })
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxRatesBytes) break
    }
    return { name: new URL(url).host, bytes: Buffer.concat(chunks) }
  } catch (error) {
    throw new RatesUnavailableError(`${new URL(url).host} does not answer`, { cause: error })
  }
}

async function readFiles(path: string): Promise<RatesFile[]> {
  try {
    const isFolder = (await stat(path)).isDirectory()
    const names = isFolder ? (await readdir(path)).filter((name) => name.endsWith('.csv')).sort() : []
    const paths = isFolder ? names.map((name) => join(path, name)) : [path]
    return await Promise.all(
      paths.map(async (file) => ({ name: basename(file), bytes: await readFile(file) })),
    )
  } catch (error) {
    throw new RatesUnavailableError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
