import { FileImport } from '#server/reports/ingest/loader/file-import.ts'
import type { MonthFile } from './reading/input.ts'
import { type RecognizedFile, recognizeFile } from './reading/recognition.ts'
import type { Source } from './reading/sources.ts'

export type MonthFileResult =
  | { result: 'loaded'; source: Source; month: string; rows: number; replaced: string | null }
  | { result: 'unchanged'; source: Source; month: string; rows: number }

export interface InspectedFile extends RecognizedFile {
  sha256: string
}

export class MonthFileImport extends FileImport<MonthFile, MonthFileResult> {
  inspected: InspectedFile | undefined
  month: string | undefined

  /** @throws {FileRefusal} when it is damaged or not one of the monthly files */
  async inspect(): Promise<void> {
    const { names, refusal } = this.file
    if (refusal) throw refusal
    const { sha256, head } = await this.inspectText()
    this.inspected = { ...recognizeFile(head, names), sha256 }
    this.warnings.push(...this.inspected.warnings)
  }
}
