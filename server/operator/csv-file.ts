import { writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type CsvTable, generateCsv, toSafeFileName } from '#server/http/csv.ts'
import { OperatorError } from './command.ts'

/** Never overwrites. `name`: true for that of the table. @returns the name of the file @throws {OperatorError} */
export async function writeCsvFile(folder: string, name: string | true, table: CsvTable): Promise<string> {
  const path = resolve(folder, name === true ? toSafeFileName(table.fileName) : name)
  try {
    // Only the operator may read it: it holds people's addresses and amounts.
    await writeFile(path, generateCsv(table), { flag: 'wx', mode: 0o600 })
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
