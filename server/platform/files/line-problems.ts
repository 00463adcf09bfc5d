import type { FieldCode } from '#contract/platform/errors.ts'
import { getFieldMessage } from '#server/platform/messages.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { LineError } from './csv-table.ts'
import { FileRefusal } from './file-refusal.ts'

/** What is wrong with a line of a file that people upload, or give to a command. */
export interface LineProblem {
  line: number
  column?: string
  code: FieldCode
  /** More exact than the message of the code; commands print it. */
  reason?: string
}

const missing: readonly FieldCode[] = ['member_unknown', 'channel_missing']

/** @throws {Refusal} `not_found` or `invalid`, naming each line by its first problem: `lines.12` */
export function refuseLines(problems: readonly LineProblem[]): void {
  if (problems.length === 0) return
  const fields: Record<string, FieldCode> = {}
  for (const { line, code } of problems) fields[`lines.${line}`] ??= code
  const isMissing = problems.some(({ code }) => missing.includes(code))
  throw new Refusal(isMissing ? 'not_found' : 'invalid', { fields })
}

/** For a command: lower case, without a full stop. */
export const toLineError = ({ line, column, code, reason }: LineProblem): LineError => ({
  line,
  ...(column !== undefined && { column }),
  reason: reason ?? getFieldMessage(code, 'en').replace(/\.$/, ''),
})

/** Reads an uploaded file. @throws {Refusal} `invalid` for the `file` when it has not the columns, or is no CSV */
export function parseUpload<File>(text: string, parse: (bytes: Uint8Array) => File): File {
  try {
    return parse(new TextEncoder().encode(text))
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    throw new Refusal('invalid', { fields: { file: 'file_columns' } })
  }
}
