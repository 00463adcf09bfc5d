import { recordAuditEntry } from '#server/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Site } from '#server/sites.ts'
import { createOperatorActor, parseDomain, requireSite } from './arguments.ts'
import { type Command, type CommandArguments, OperatorError, UsageError } from './command.ts'
import { type NoticeContent, readNoticeFiles } from './notice-content.ts'
import { parseTime } from './notice-time.ts'
import { formatNotice, getLocales, requireNotice } from './notices.ts'

export const noticePublishCommand: Command = {
  name: 'notice publish',
  usage: '<file>… --site <domain>… | --all-sites [--at <time>] [--pin] [--check]',
  summary: 'Publishes a notice, written in Markdown with a file for each language, at once or at a time.',
  help: `Above the text there may be, between two lines of ---:
  language: ko                        of this file: ko, en, zh-CN or zh-TW; or the name says it: spring.ko.mdx, ko/spring.mdx
  title: "Spring: six new tracks"     else the first line that begins with # is the title
  pinned: true                        stays before all others
  publish_at: 2026-12-01T09:00+09:00  with its zone

Headings, lists, tables, quotes, code, emphasis and links (https, http, mailto, and /paths of the site) are shown; of HTML
the tags are left out, pictures are shown as their text, nothing in braces is worked out: a note tells each of them.
Who reads a language that there is no file for gets the site's language, else any.

All files are checked before anything is published. What a site has already with the same title and text is not
published there again.

  --site       where; may be given several times
  --all-sites  on every site
  --at         when, with its zone; else at once, or when the files say
  --pin        stays before all others
  --check      only says what it would do

For instance:
  npm run operator -- notice publish spring.ko.mdx spring.en.mdx --site studio.example --check
  npm run operator -- notice publish notices/*/spring.mdx --all-sites --at 2026-12-01T09:00+09:00 --pin

Status: 0 it is published or was there already, 1 a file has faults and nothing was published, 2 it could not run.`,
  options: {
    site: { type: 'string', multiple: true },
    'all-sites': { type: 'boolean' },
    at: { type: 'string' },
    pin: { type: 'boolean' },
    check: { type: 'boolean' },
  },
  prepare(args) {
    if (args.positionals.length === 0)
      throw new UsageError('Name the files of one notice, one for each language.')
    const domains = parseDomains(args)
    const at = parsePublishAt(args.value('at'))
    const check = args.flag('check')
    return async ({ db, cwd, print }) => {
      const read = await readNoticeFiles(cwd, args.positionals)
      if ('faults' in read) {
        for (const line of [...read.faults, 'Nothing was published.']) print(line)
        return 1
      }
      const { words } = read
      const now = new Date()
      const notice = {
        ...words,
        pinned: args.flag('pin') || (words.pinned ?? false),
        at: at ?? words.at ?? now,
      }
      for (const line of [...words.warnings, ...formatPastNote(notice.at, now)]) print(line)
      const lines = await db.transaction(async (tx) => {
        const done = []
        for (const site of await lockSites(tx, domains))
          done.push(await publishToSite(tx, site, notice, now, check))
        return done
      })
      for (const line of lines) print(line)
      return 0
    }
  },
}

/** null: all. */
function parseDomains(args: CommandArguments): string[] | null {
  const texts = args.values('site')
  if (args.flag('all-sites') === texts.length > 0)
    throw new UsageError('Say where: --site <domain>, once or more often, or --all-sites.')
  return args.flag('all-sites') ? null : [...new Set(texts.map((text) => parseDomain(text)))]
}

function parsePublishAt(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const moment = parseTime(text)
  if (typeof moment === 'string') throw new UsageError(`--at ${moment}.`)
  return moment
}

const formatPastNote = (at: Date, now: Date) =>
  at < now ? [`note: ${at.toISOString()} has passed: it is published at once, under that day.`] : []

/** The sites, on none of which anybody else publishes before the transaction ends. */
async function lockSites(tx: Queryable, domains: string[] | null): Promise<Site[]> {
  const rows = await tx.query<{ domain: string }>(
    `select domain
    from sites
    where $1::text[] is null or domain = any($1)
    order by id
    for no key update`,
    [domains],
  )
  const sites = []
  for (const domain of domains ?? rows.map((row) => row.domain)) sites.push(await requireSite(tx, domain))
  if (sites.length === 0) throw new OperatorError('There is no site yet. See: site add --help')
  return sites
}

type NewNotice = Pick<NoticeContent, 'title' | 'body'> & { pinned: boolean; at: Date }

/** @returns a line that says what was done */
async function publishToSite(
  tx: Queryable,
  site: Site,
  notice: NewNotice,
  now: Date,
  check: boolean,
): Promise<string> {
  const duplicateId = await findDuplicate(tx, site, notice)
  if (duplicateId !== undefined)
    return `as before: ${formatNotice(await requireNotice(tx, duplicateId), now)}`
  if (check) return `would be: ${formatNewNotice(site, notice, now)}`
  const id = await insertNotice(tx, site, notice)
  await recordAuditEntry(tx, createOperatorActor(site), {
    action: 'notice publish',
    subject: { kind: 'notice', id },
    detail: {
      languages: getLocales(notice.body).join(' '),
      pinned: notice.pinned,
      at: notice.at.toISOString(),
    },
  })
  return formatNotice(await requireNotice(tx, id), now)
}

const formatNewNotice = (site: Site, { title, body, pinned, at }: NewNotice, now: Date) =>
  formatNotice(
    {
      id: 0,
      siteId: site.id,
      site: site.domain,
      playlist: site.isPlaylist,
      title,
      body,
      pinned,
      publishedAt: at.toISOString(),
      editedAt: null,
      withdrawnAt: null,
    },
    now,
  ).replace(/^0 {2}/, '')

async function findDuplicate(
  tx: Queryable,
  site: Site,
  { title, body }: NewNotice,
): Promise<number | undefined> {
  const [same] = await tx.query<{ id: number }>(
    `select id
    from notices
    where site_id = $1
      and title = $2::text::jsonb
      and body = $3::text::jsonb
      and withdrawn_at is null
    order by id
    limit 1`,
    [site.id, JSON.stringify(title), JSON.stringify(body)],
  )
  return same?.id
}

async function insertNotice(
  tx: Queryable,
  site: Site,
  { title, body, pinned, at }: NewNotice,
): Promise<number> {
  const [made] = await tx.query<{ id: number }>(
    `insert into notices (site_id, title, body, pinned, published_at)
    values ($1, $2::text::jsonb, $3::text::jsonb, $4, $5)
    returning id`,
    [site.id, JSON.stringify(title), JSON.stringify(body), pinned, at],
  )
  if (!made) throw new Error('The notice was not inserted.')
  return made.id
}
