import { type Command, UsageError } from './command.ts'
import { readDomainIfAny, requireSite } from './named.ts'
import { describeNotice, localesOf, type NoticeLine, selectNoticeLines, stateOf } from './notice-lines.ts'

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
  prepare(given) {
    if (given.positionals.length > 0) throw new UsageError('Give only --site and --json.')
    const domain = readDomainIfAny(given.text('site'))
    return async ({ db, print }) => {
      if (domain !== undefined) await requireSite(db, domain)
      const notices = await selectNoticeLines(db, { domain })
      const now = new Date()
      if (given.flag('json'))
        print(
          JSON.stringify(
            notices.map((line) => forPrograms(line, now)),
            null,
            1,
          ),
        )
      else if (notices.length === 0) print('There is no notice yet. See: notice publish --help')
      else for (const line of notices) print(describeNotice(line, now))
      return 0
    }
  },
}

/** Without the texts, which notice show prints. */
const forPrograms = (line: NoticeLine, now: Date) => ({
  id: line.id,
  site: line.site,
  state: stateOf(line, now),
  pinned: line.pinned,
  publishedAt: line.publishedAt,
  editedAt: line.editedAt,
  withdrawnAt: line.withdrawnAt,
  languages: localesOf(line.body),
  title: line.title,
})
