import * as z from 'zod/mini'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createCommand, OperatorError, type Schedule, UsageError } from './command.ts'
import { createOperatorActor, requireSite } from './lookups.ts'
import { type NoticeContent, readNoticeContent } from './notice-content.ts'
import { formatNewNotice, formatNotice, requireNotice } from './notices.ts'
import { collect, parseDomain, parseTime } from './parsers.ts'

export const noticePublishCommand = (schedule: Schedule) =>
  createCommand('publish', {
    summary: 'publish a notice, now or at a given time',
    help: `A notice is written in Markdown, one file per language. A file may start with front matter between two lines of ---:
  language: ko                        ko, en, zh-CN or zh-TW; or name the file spring.ko.mdx or ko/spring.mdx
  title: "Spring: six new tracks"     otherwise the first line that starts with # is the title
  pinned: true                        show it above all others
  publish_at: 2026-12-01T09:00+09:00  with its time zone

Headings, lists, tables, quotes, code, emphasis and links (https, http, mailto, and /paths of the site) are shown. HTML
tags are dropped, images are replaced by their text, and expressions in braces are shown as text; each causes a warning.
Readers without a file in their language get the site's language, else any.

All files are checked before anything is published. A site that already has a notice with the same title and text does
not get it again.`,
    examples: [
      'notice publish spring.ko.mdx spring.en.mdx --site studio.example --check',
      'notice publish notices/*/spring.mdx --all-sites --at 2026-12-01T09:00+09:00 --pin',
    ],
    exitStatus: '0 success, 1 a file is invalid and nothing was published, 2 it could not run',
  })
    .argument('<file...>', 'Markdown files of one notice, one per language')
    .option('--site <domain>', 'site to publish on; may be repeated', collect(parseDomain))
    .option('--all-sites', 'publish on every site')
    .option(
      '--at <time>',
      'time of publication, with its time zone (default: publish_at of the files, or now)',
      parseTime,
    )
    .option('--pin', 'show it above all others')
    .option('--check', 'only print what would be published')
    .action((names, { site: domains = [], allSites = false, at, pin = false, check = false }) => {
      if (allSites === domains.length > 0)
        throw new UsageError('Say where to publish: --site <domain>, once or more, or --all-sites.')
      schedule(async ({ db, cwd, print }) => {
        const read = await readNoticeContent(cwd, names)
        if ('errors' in read) {
          print([...read.errors, 'Nothing was published.'])
          return 1
        }
        const { content } = read
        const now = new Date()
        const notice = {
          ...content,
          pinned: pin || (content.pinned ?? false),
          publishAt: at ?? content.publishAt ?? now,
        }
        print([...content.warnings, ...formatPastWarning(notice.publishAt, now)])
        const lines = await db.transaction(async (tx) => {
          const results: string[] = []
          for (const site of await lockSites(tx, allSites ? null : [...new Set(domains)]))
            results.push(await publishToSite(tx, site, notice, now, check))
          return results
        })
        print(lines)
        return 0
      })
    })

const formatPastWarning = (publishAt: Date, now: Date) =>
  publishAt < now
    ? [`warning: ${publishAt.toISOString()} is in the past: it is published now, with that date.`]
    : []

const DomainRow = z.object({ domain: z.string() })

/** Locks in a fixed order to avoid deadlocks. `domains`: null for all sites. */
async function lockSites(tx: Queryable, domains: string[] | null): Promise<Site[]> {
  const rows = await tx.query(
    DomainRow,
    sql`select domain
    from sites
    where ${domains === null ? sql`true` : sql`domain = any(${domains})`}
    order by id
    for no key update`,
  )
  const sites: Site[] = []
  for (const domain of domains ?? rows.map((row) => row.domain)) sites.push(await requireSite(tx, domain))
  if (sites.length === 0) throw new OperatorError('There are no sites yet. See: site add --help')
  return sites
}

type NewNotice = Pick<NoticeContent, 'title' | 'body'> & { pinned: boolean; publishAt: Date }

async function publishToSite(
  tx: Queryable,
  site: Site,
  notice: NewNotice,
  now: Date,
  check: boolean,
): Promise<string> {
  const { title, body, pinned, publishAt } = notice
  const duplicateId = await findDuplicate(tx, site, notice)
  if (duplicateId !== undefined)
    return `already published: ${formatNotice(await requireNotice(tx, duplicateId), now)}`
  if (check) {
    const record = { site: site.domain, isPlaylist: site.isPlaylist, editedAt: null, withdrawnAt: null }
    return `would publish: ${formatNewNotice({ ...record, title, body, pinned, publishedAt: publishAt.toISOString() }, now)}`
  }
  const id = await insertNotice(tx, site, notice)
  await recordAuditEntry(tx, createOperatorActor(site), {
    action: 'notice publish',
    subject: { kind: 'notice', id },
    before: null,
    after: { title, pinned, at: publishAt.toISOString() },
  })
  return formatNotice(await requireNotice(tx, id), now)
}

async function findDuplicate(
  tx: Queryable,
  site: Site,
  { title, body }: NewNotice,
): Promise<number | undefined> {
  const [duplicate] = await tx.query(
    IdRow,
    sql`select id
    from notices
    where site_id = ${site.id}
      and title = ${JSON.stringify(title)}::text::jsonb
      and body = ${JSON.stringify(body)}::text::jsonb
      and withdrawn_at is null
    order by id
    limit 1`,
  )
  return duplicate?.id
}

async function insertNotice(
  tx: Queryable,
  site: Site,
  { title, body, pinned, publishAt }: NewNotice,
): Promise<number> {
  const { id } = await queryOne(
    tx,
    IdRow,
    sql`insert into notices (site_id, title, body, pinned, published_at)
    values (${site.id}, ${JSON.stringify(title)}::text::jsonb, ${JSON.stringify(body)}::text::jsonb, ${pinned}, ${publishAt})
    returning id`,
  )
  return id
}
