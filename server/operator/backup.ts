import { resolve } from 'node:path'
import { BackupError } from '#server/operations/backup/format.ts'
import { writeBackup } from '#server/operations/backup/writer.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatCount } from './format.ts'

export const backupCommand = (schedule: Schedule) =>
  createCommand('backup', {
    summary: 'write a backup of the whole installation to one file',
    help: `The backup is a consistent snapshot: sites, accounts, channels, reports, figures and the audit log. The site and
imports keep running; with the embedded database and a running server, they wait until the file is written. "restore"
loads the file into an embedded database or into PostgreSQL.

The file is as confidential as the database: it holds email addresses, password hashes and open sessions. Only your user
can read it. An existing file is never overwritten, and an interrupted backup leaves no file.`,
    examples: ['backup /var/backups/hookline-2026-03-02.gz'],
    exitStatus: '0 the file is complete, 2 there is no file',
  })
    .argument('<file>', 'file to write')
    .option('--json', 'print JSON')
    .action((name, { json }) =>
      schedule(async ({ db, cwd, signal, print }) => {
        const file = resolve(cwd, name)
        const result = await withBackupErrors(() => writeBackup(db, file, signal))
        const { rows, tables, bytes, ms } = result
        const size = `${(bytes / 1e6).toFixed(1)} MB, ${(ms / 1000).toFixed(1)} s`
        if (json) print(JSON.stringify({ file, ...result }))
        else print(`${file}: ${formatCount(rows, 'row')} in ${formatCount(tables, 'table')}, ${size}`)
      }),
    )

export async function withBackupErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BackupError ? new OperatorError(error.message) : error
  }
}
