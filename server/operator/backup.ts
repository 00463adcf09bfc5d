import { resolve } from 'node:path'
import { BackupError } from '#server/backup/format.ts'
import { writeBackup } from '#server/backup/writer.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import { formatCount } from './format.ts'

export const backupCommand: Command = {
  name: 'backup',
  usage: '<file> [--json]',
  summary: 'Writes the whole installation to one file.',
  help: `Everything as it is at one moment: sites, people, channels, reports, figures, and the record of changes. Imports and
the site go on meanwhile; beside a running server the embedded database makes them wait until it is written.
The file fits both databases: "restore" puts it into an embedded one or into PostgreSQL.

It is as secret as the database: it holds email addresses, hashes of passwords, and sessions that are signed in. Only
your user can read it. A file that is there already is never overwritten, and what was cut off leaves none.

  --json  for programs

For instance:
  npm run operator -- backup /var/backups/hookline-2026-03-02.gz

Status: 0 it is written, 2 it is not.`,
  options: { json: { type: 'boolean' } },
  prepare(args) {
    const [name] = args.positionals
    if (!name || args.positionals.length !== 1) throw new UsageError('Give the one file to write.')
    return async ({ db, cwd, signal, print }) => {
      const file = resolve(cwd, name)
      const written = await withOperatorError(() => writeBackup(db, file, signal))
      const { rows, tables, bytes, ms } = written
      const size = `${(bytes / 1e6).toFixed(1)} MB, ${(ms / 1000).toFixed(1)} s`
      if (args.flag('json')) print(JSON.stringify({ file, ...written }))
      else print(`${file}: ${formatCount(rows, 'row')} of ${formatCount(tables, 'table')}, ${size}`)
      return 0
    }
  },
}

/** What a backup is refused for is for the operator to read. */
export async function withOperatorError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BackupError ? new OperatorError(error.message) : error
  }
}
