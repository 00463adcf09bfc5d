import { writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type CsvTable, generateCsv, toSafeFileName } from '#server/platform/http/response/csv.ts'
import { OperatorError } from './command.ts'

/** `name`: true for that of the table. @returns the name of the file @throws {OperatorError} */
export const writeCsvFile = (folder: string, name: string | true, table: CsvTable): Promise<string> =>
  writeNewFile(resolve(folder, name === true ? toSafeFileName(table.fileName) : name), generateCsv(table))

/** Never overwrites. @returns the name of the file @throws {OperatorError} */
export async function writeNewFile(
  path: string,
  content: Uint8Array | AsyncIterable<string>,
): Promise<string> {
  try {
    // Only the operator may read it: it holds people's addresses and amounts.
    await writeFile(path, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new OperatorError(
      code === 'EEXIST'
        ? `${path} already exists; nothing is overwritten.`
        : `${path} cannot be written (${code}).`,
    )
  }
  return basename(path)
}

/** "totals_studio.example_2026-03.csv"; undefined parts are left out. */
export const buildFileName = (...parts: readonly (string | undefined)[]) =>
  `${parts.filter((part) => part !== undefined).join('_')}.csv`
