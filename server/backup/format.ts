import * as z from 'zod/mini'

/** Cannot be used as a backup, or not here; the message is for the operator. */
export class BackupError extends Error {}

/**
 * A backup is gzip of lines of JSON, with rows in COPY's text format between them: the head; of each table a line and
 * then chunks of whole rows, each behind a line with its length; the counts; the digest of all that is before it.
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
const ChunkRecord = z.strictObject({ bytes: z.int().check(z.positive()) })
const Counts = z.strictObject({
  /** By table. */
  rows: z.record(z.string(), z.int()),
  /** The last value of each that was used. */
  sequences: z.record(z.string(), z.int()),
})
const DigestRecord = z.strictObject({ sha256: z.string() })

export type CountsRecord = z.infer<typeof Counts>

/** Any line but the first. */
export const BackupRecord = z.union([TableRecord, ChunkRecord, Counts, DigestRecord])
export type BackupRecord = z.infer<typeof BackupRecord>
