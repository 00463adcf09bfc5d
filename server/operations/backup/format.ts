import * as z from 'zod/mini'
import { ExpectedError } from '#server/platform/expected-error.ts'

export class BackupError extends ExpectedError {}

/**
 * Gzipped JSON lines: the header; per table a line, then chunks of whole rows in COPY text format, each preceded by a
 * line with its length; the counts; the digest of everything before it.
 */
export const BackupHeader = z.object({
  format: z.literal('hookline backup'),
  version: z.literal(1),
  engine: z.string(),
  madeAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).check(z.minLength(1)),
})
export type BackupHeader = z.infer<typeof BackupHeader>

const TableRecord = z.strictObject({ table: z.string(), columns: z.array(z.string()) })
/** Far above what is written: some pages of a table. */
const maxChunkBytes = 512 * 1024 * 1024
const ChunkRecord = z.strictObject({ bytes: z.int().check(z.positive(), z.lte(maxChunkBytes)) })
const Counts = z.strictObject({
  rows: z.record(z.string(), z.int()),
  sequences: z.record(z.string(), z.int()),
})
const DigestRecord = z.strictObject({ sha256: z.string() })

export type CountsRecord = z.infer<typeof Counts>

export const BackupRecord = z.union([TableRecord, ChunkRecord, Counts, DigestRecord])
export type BackupRecord = z.infer<typeof BackupRecord>
