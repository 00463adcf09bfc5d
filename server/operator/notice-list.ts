import { parseOptionalDomain, requireSite } from './arguments.ts'
import { type Command, UsageError } from './command.ts'
import {
  formatNotice,
  getLocales,
  getNoticeState,
  type NoticeRecord,
  selectNoticeRecords,
} from './notices.ts'

export const noticeListCommand: Command = {
  name: 'notice list',
  usage: '[--site <domain>] [--json]',
  summary: 'Prints the notices, the newest first: scheduled, published and withdrawn ones.',
  help: `A line begins with the notice's id; times are UTC. After the languages that there are, it says what is shown to who
reads another one.

  --site  only those of a site
  --json  for programs

For instance:
  npm run operator -- notice list --site studio.example

Status: 0 all is fine, 2 it could not run.`,
  options: { site: { type: 'string' }, json: { type: 'boolean' } },
  prepare(args) {
    if (args.positionals.length > 0) throw new UsageError('Give only --site and --json.')
    const domain = parseOptionalDomain(args.value('site'))
    return async ({ db, print }) => {
      if (domain !== undefined) await requireSite(db, domain)
      const notices = await selectNoticeRecords(db, { domain })
      const now = new Date()
      if (args.flag('json'))
        print(
          JSON.stringify(
            notices.map((line) => toJson(line, now)),
            null,
            1,
          ),
        )
      else if (notices.length === 0) print('There is no notice yet. See: notice publish --help')
      else for (const line of notices) print(formatNotice(line, now))
      return 0
    }
  },
}

/** Without the texts, which notice show prints. */
const toJson = (line: NoticeRecord, now: Date) => ({
  id: line.id,
  site: line.site,
  state: getNoticeState(line, now),
  pinned: line.pinned,
  publishedAt: line.publishedAt,
  editedAt: line.editedAt,
  withdrawnAt: line.withdrawnAt,
  languages: getLocales(line.body),
  title: line.title,
})
