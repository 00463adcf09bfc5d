import { resolve } from 'node:path'
import { restoreBackup } from '#server/operations/backup/restore.ts'
import { withBackupErrors } from './backup.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatCount, formatMinute } from './format.ts'

export const restoreCommand = (schedule: Schedule) =>
  createCommand('restore', {
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
  })
    .argument('<file>', 'backup to restore')
    .option('--keep-consents', 'go on fetching reports from YouTube with the consents of the backup')
    .option('--json', 'print JSON')
    .action((name, { keepConsents, json }) =>
      schedule(
        async ({ db, cwd, signal, print }) => {
          const file = resolve(cwd, name)
          const result = await withBackupErrors(() =>
            restoreBackup(db, file, { keepsConsents: keepConsents, signal }),
          )
          const { createdAt, rows, tables, ms } = result
          const counts = `${formatCount(rows, 'row')} in ${formatCount(tables, 'table')}, ${(ms / 1000).toFixed(1)} s`
          if (json) print(JSON.stringify({ file, ...result }))
          else print(`Restored the backup of ${formatMinute(createdAt)} (UTC): ${counts}`)
        },
        { managesMigrations: true },
      ),
    )
