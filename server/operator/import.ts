import { resolve } from 'node:path'
import { importFiles } from '#server/ingest/import-files.ts'
import { type Command, UsageError } from './command.ts'
import { formatImportSummary } from './format.ts'

export const importCommand: Command = {
  name: 'import',
  usage: '<files or folders …> [--owner <name>] [--created <time>]',
  summary: 'Imports a content owner’s report files: activity, estimated revenue, video metadata, claims.',
  help: `Files are .csv or .csv.gz; of a folder all of them. reports.json beside the files (the reports as the
Reporting API lists them, each with its "file") says when each was created; else --created (ISO 8601) does,
else the file's own time. Of a day the newest report counts, in whichever order they come.

  --owner    the content owner that the reports are of, where there are several ("main")
  --created  when the reports were created

Status: 0 all is fine, 1 some files were refused, 2 it could not run.`,
  options: { owner: { type: 'string' }, created: { type: 'string' } },
  prepare(args) {
    const { positionals } = args
    if (positionals.length === 0) throw new UsageError('Give the files or the folder to import.')
    const owner = args.value('owner') ?? 'main'
    if (!/^[\w.-]{1,100}$/.test(owner))
      throw new UsageError('--owner is a name of letters, digits, ".", "_" and "-".')
    const created = parseCreated(args.value('created'))
    return async ({ db, cwd, signal, progress, print }) => {
      const paths = positionals.map((path) => resolve(cwd, path))
      const summary = await importFiles(db, paths, { owner, created, progress, signal })
      if (summary.outcomes.length === 0) throw new UsageError('There is no .csv or .csv.gz file there.')
      for (const line of formatImportSummary(summary)) print(line)
      return summary.outcomes.some(({ result }) => result === 'refused') ? 1 : 0
    }
  },
}

function parseCreated(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  const iso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/
  if (iso.test(text) && !Number.isNaN(time.getTime())) return time
  throw new UsageError('--created is a time in ISO 8601 with its zone, for instance 2026-03-03T09:00:00Z.')
}
