import { recordChange } from '#server/audit.ts'
import type { Queries } from '#server/db/connect.ts'
import type { Site } from '#server/session.ts'
import { type Command, type Given, OperatorError, UsageError } from './command.ts'
import { operatorOn, readDomain, requireSite } from './named.ts'
import { type NoticeWords, readNoticeFiles } from './notice-files.ts'
import { describeNotice, findNoticeLine, localesOf } from './notice-lines.ts'
import { readMoment } from './notice-time.ts'

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
  prepare(given) {
    if (given.positionals.length === 0)
      throw new UsageError('Name the files of one notice, one for each language.')
    const domains = readDomains(given)
    const at = readAt(given.text('at'))
    const check = given.flag('check')
    return async ({ db, folder, print }) => {
      const read = await readNoticeFiles(folder, given.positionals)
      if ('faults' in read) {
        for (const line of [...read.faults, 'Nothing was published.']) print(line)
        return 1
      }
      const { words } = read
      const now = new Date()
      const notice = {
        ...words,
        pinned: given.flag('pin') || (words.pinned ?? false),
        at: at ?? words.at ?? now,
      }
      for (const line of [...words.warnings, ...told(notice.at, now)]) print(line)
      const lines = await db.transaction(async (tx) => {
        const done = []
        for (const site of await sitesOf(tx, domains))
          done.push(await publishOn(tx, site, notice, now, check))
        return done
      })
      for (const line of lines) print(line)
      return 0
    }
  },
}

/** null: all. */
function readDomains(given: Given): string[] | null {
  const texts = given.texts('site')
  if (given.flag('all-sites') === texts.length > 0)
    throw new UsageError('Say where: --site <domain>, once or more often, or --all-sites.')
  return given.flag('all-sites') ? null : [...new Set(texts.map((text) => readDomain(text)))]
}

function readAt(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const moment = readMoment(text)
  if (typeof moment === 'string') throw new UsageError(`--at ${moment}.`)
  return moment
}

const told = (at: Date, now: Date) =>
  at < now ? [`note: ${at.toISOString()} has passed: it is published at once, under that day.`] : []

/** The sites, on none of which anybody else publishes before the transaction ends. */
async function sitesOf(tx: Queries, domains: string[] | null): Promise<Site[]> {
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

type Wanted = Pick<NoticeWords, 'title' | 'body'> & { pinned: boolean; at: Date }

/** @returns a line that says what was done */
async function publishOn(
  tx: Queries,
  site: Site,
  notice: Wanted,
  now: Date,
  check: boolean,
): Promise<string> {
  const known = await findSame(tx, site, notice)
  if (known !== undefined) return `as before: ${describeNotice(await findNoticeLine(tx, known), now)}`
  if (check) return `would be: ${described(site, notice, now)}`
  const id = await insertNotice(tx, site, notice)
  await recordChange(tx, operatorOn(site), {
    action: 'notice publish',
    subject: { kind: 'notice', id },
    detail: {
      languages: localesOf(notice.body).join(' '),
      pinned: notice.pinned,
      at: notice.at.toISOString(),
    },
  })
  return describeNotice(await findNoticeLine(tx, id), now)
}

const described = (site: Site, { title, body, pinned, at }: Wanted, now: Date) =>
  describeNotice(
    {
      id: 0,
      siteId: site.id,
      site: site.domain,
      playlist: site.playlist,
      title,
      body,
      pinned,
      publishedAt: at.toISOString(),
      editedAt: null,
      withdrawnAt: null,
    },
    now,
  ).replace(/^0 {2}/, '')

async function findSame(tx: Queries, site: Site, { title, body }: Wanted): Promise<number | undefined> {
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

async function insertNotice(tx: Queries, site: Site, { title, body, pinned, at }: Wanted): Promise<number> {
  const [made] = await tx.query<{ id: number }>(
    `insert into notices (site_id, title, body, pinned, published_at)
    values ($1, $2::text::jsonb, $3::text::jsonb, $4, $5)
    returning id`,
    [site.id, JSON.stringify(title), JSON.stringify(body), pinned, at],
  )
  if (!made) throw new Error('The notice was not inserted.')
  return made.id
}
