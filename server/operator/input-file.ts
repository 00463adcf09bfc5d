import { open } from 'node:fs/promises'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { OperatorError } from './command.ts'

export async function withFileErrors<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileRefusal) throw new OperatorError(`${name}: ${error.message}.`)
    const { code, syscall, path } = error as NodeJS.ErrnoException
    if (syscall === undefined || code === undefined) throw error
    throw new OperatorError(`${path ?? name} cannot be read or written (${code}).`)
  }
}

/** @throws {OperatorError} */
export const parseInputFile = <Result>(
  path: string,
  name: string,
  maxBytes: number,
  parse: (bytes: Buffer) => Result,
): Promise<Result> =>
  withFileErrors(name, async () => {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > maxBytes) throw new FileRefusal(`it is larger than ${maxBytes / 1024 / 1024} MiB`)
    return parse(await file.readFile())
  })
