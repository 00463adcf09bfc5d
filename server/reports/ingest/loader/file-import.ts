import { type Delimiter, detectDelimiter } from '#server/platform/files/csv-records.ts'
import type { Encoding } from '#server/platform/files/encoding/text.ts'
import { inspectSavedFile } from '#server/platform/files/file-content.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'

export interface ImportedFile {
  path: string
  name: string
  /** Size as stored, compressed or not. */
  bytes: number
  /** Names in a zip archive, and in one inside of it. */
  entryPath?: readonly string[]
}

/** How the text of a file is written. */
export interface TextFormat {
  encoding: Encoding
  delimiter: Delimiter
}

interface RefusedFile {
  result: 'refused'
  rows: 0
  reason: string
  line: number | undefined
}

/** `warnings`: what was imported although it looks wrong. */
export type FileOutcome<Result> = { path: string; name: string; ms: number; warnings: readonly string[] } & (
  | Result
  | RefusedFile
)

interface Inspection {
  sha256: string
  head: Buffer
}

export class ImportMeter {
  readonly progress: ImportProgress | undefined
  doneBytes = 0

  constructor(progress: ImportProgress | undefined) {
    this.progress = progress
  }
}

/** Measured share of the time that a file takes: each is read twice, to inspect it and to copy it. */
const inspectShare = 0.1

export class FileImport<File extends ImportedFile, Result extends { result: string }> {
  readonly file: File
  outcome: FileOutcome<Result> | undefined
  readonly warnings: string[] = []
  /** As the inspection detected it. */
  format: TextFormat | undefined
  readonly #meter: ImportMeter
  #startedAt: number | undefined
  #doneBytes = 0

  constructor(file: File, meter: ImportMeter) {
    this.file = file
    this.#meter = meter
  }

  /** Does nothing once the file is settled. A `FileRefusal` settles it. */
  async attempt(work: () => Promise<void> | void): Promise<void> {
    if (this.outcome) return
    this.#startedAt ??= performance.now()
    try {
      await work()
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error
      this.settle(error)
    }
  }

  /** @throws {FileRefusal} when the file is damaged or empty */
  async inspectText(): Promise<Inspection> {
    const { head, sha256, encoding } = await inspectSavedFile(this.file, this.#onInspect)
    const delimiter = detectDelimiter(head)
    this.format = { encoding, delimiter }
    return { head, sha256 }
  }

  settle(result: Result | FileRefusal): void {
    const { path, name } = this.file
    const ms = performance.now() - (this.#startedAt ?? performance.now())
    const given = { path, name, ms, warnings: this.warnings }
    this.outcome =
      result instanceof FileRefusal
        ? { ...given, result: 'refused', rows: 0, reason: result.message, line: result.line }
        : { ...given, ...result }
    this.#advance(this.file.bytes)
    this.#meter.progress?.completeFile({ path: name, result: this.outcome.result })
  }

  readonly #onInspect = (bytes: number): void => this.#advance(inspectShare * bytes)

  readonly onCopy = (bytes: number): void =>
    this.#advance(inspectShare * this.file.bytes + (1 - inspectShare) * bytes)

  #advance(bytes: number): void {
    const doneBytes = Math.min(bytes, this.file.bytes)
    this.#meter.doneBytes += doneBytes - this.#doneBytes
    this.#doneBytes = doneBytes
    this.#meter.progress?.advance(this.#meter.doneBytes)
  }
}

export interface LoadableFile<Result extends { result: string }> {
  readonly file: FileImport<ImportedFile, Result>
  /** Hash at the inspection: a file that changes meanwhile is refused. */
  readonly sha256: string
}

/** Copied, and not visible to any reader yet. */
export type StagedFile<File> = File & { readonly loadId: number; rows: number }
