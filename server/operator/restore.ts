import { resolve } from 'node:path'
import { restoreBackup } from '#server/backup/restore.ts'
import { withOperatorError } from './backup.ts'
import { type Command, UsageError } from './command.ts'
import { formatCount } from './format.ts'

export const restoreCommand: Command = {
  name: 'restore',
  usage: '<file> [--json]',
  summary: 'Puts a backup into an empty installation.',
  help: `Of either database into either: so an installation moves from the embedded one to PostgreSQL. All of the file or
nothing; one that was cut off or changed is refused, and so is an installation that has something already. Give an
empty DATA_DIR or a new database on which nothing was started yet, or was with DEMO=0; of an older version only the first.

Whoever was signed in when the backup was written is signed in again, until the session ends: the file is as secret as
the database. Lists of videos are made anew, which takes as long as after an import.

  --json  for programs

For instance:
  DATABASE_URL=postgres://… npm run operator -- restore /var/backups/hookline-2026-03-02.gz

Status: 0 it is restored, 2 it is not, and nothing was changed.`,
  options: { json: { type: 'boolean' } },
  managesMigrations: true,
  prepare(args) {
    const [name] = args.positionals
    if (!name || args.positionals.length !== 1) throw new UsageError('Give the one file to restore.')
    return async ({ db, cwd, signal, print }) => {
      const file = resolve(cwd, name)
      const restored = await withOperatorError(() => restoreBackup(db, file, signal))
      const { madeAt, rows, tables, ms } = restored
      const what = `${formatCount(rows, 'row')} of ${formatCount(tables, 'table')}, ${(ms / 1000).toFixed(1)} s`
      if (args.flag('json')) print(JSON.stringify({ file, ...restored }))
      else print(`Restored what was written at ${madeAt.slice(0, 16).replace('T', ' ')} (UTC): ${what}`)
      return 0
    }
  },
}
