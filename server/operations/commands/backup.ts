import { resolve } from 'node:path'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount, formatMinute } from '#server/platform/command-line/format.ts'

const formatSize = ({ rows, tables }: Record<'rows' | 'tables', number>) =>
  `${formatCount(rows, 'row')} in ${formatCount(tables, 'table')}`

const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export const commands = [
  cli.defineCommand('backup', {
    summary: 'write a backup of the whole installation to one file',
    help: `The backup is a consistent snapshot: sites, accounts, channels, reports, figures and the audit log. The site and
imports keep running; with the embedded database and a running server, they wait until the file is written. "restore"
loads the file into an embedded database or into PostgreSQL.

The file is as confidential as the database: it holds email addresses, password hashes and open sessions. Only your user
can read it. An existing file is never overwritten, and an interrupted backup leaves no file.`,
    examples: ['backup /var/backups/hookline-2026-03-02.gz'],
    exitStatus: '0 the file is complete, 2 there is no file',
    parameters: { name: cli.argument('<file>', 'file to write'), json: cli.json },
    async run({ db, cwd, signal, print }, { name, json }) {
      const { writeBackup } = await import('#server/operations/backup/writer.ts')
      const file = resolve(cwd, name)
      const result = await writeBackup(db, file, signal)
      const size = `${(result.bytes / 1e6).toFixed(1)} MB, ${formatSeconds(result.ms)}`
      print(json ? JSON.stringify({ file, ...result }) : `${file}: ${formatSize(result)}, ${size}`)
    },
  }),
  cli.defineCommand('restore', {
    summary: 'restore a backup into an empty installation',
    help: `Works from either database into either one, so this is also how to move from the embedded database to PostgreSQL.
The restore is all or nothing: a truncated or modified file is refused, and so is an installation that already has data.
Use an empty DATA_DIR or a new database on which no server has run yet (or only with DEMO=0). A backup of an older
version needs one on which nothing has run.

Reports are fetched from YouTube again once somebody consents (youtube connect), or at once with --keep-consents: for an
installation that has moved and ended at its old place.

Sessions that were open when the backup was written are open again until they expire. Materialized lists are rebuilt,
which takes as long as after an import.`,
    examples: [
      'restore /var/backups/hookline-2026-03-02.gz',
      'restore /var/backups/hookline-2026-03-02.gz --keep-consents',
    ],
    parameters: {
      name: cli.argument('<file>', 'backup to restore'),
      keepsConsents: cli.option(
        '--keep-consents',
        'go on fetching reports from YouTube with the consents of the backup',
      ),
      json: cli.json,
    },
    runsWithoutMigrations: true,
    async run({ db, cwd, signal, print }, { name, keepsConsents, json }) {
      const { restoreBackup } = await import('#server/operations/backup/restore.ts')
      const file = resolve(cwd, name)
      const result = await restoreBackup(db, file, { keepsConsents, signal })
      const restored = `Restored the backup of ${formatMinute(result.createdAt)} (UTC)`
      print(
        json
          ? JSON.stringify({ file, ...result })
          : `${restored}: ${formatSize(result)}, ${formatSeconds(result.ms)}`,
      )
    },
  }),
]
