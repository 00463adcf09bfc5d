import { getSiteLocale, locales } from '#contract/platform/locale.ts'
import type { NoticeChange } from '#contract/portal/desk/notices.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatMinute } from '#server/platform/command-line/format.ts'
import { type Column, formatRow } from '#server/platform/command-line/table.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPreferredLocales, localizeText } from '#server/platform/localized-text.ts'
import {
  changeNoticeState,
  editNotice,
  getNoticeLocales,
  getNoticeState,
  type NewNotice,
  publishNotice,
} from '#server/portal/notices/changes.ts'
import { findDuplicate, type PublishedNotice, selectAllNotices } from '#server/portal/notices/queries.ts'
import { lockDomains } from '#server/portal/site/queries.ts'
import { parseTime } from '#server/portal/time.ts'

const id = cli.idOf('notice')

/** "12  studio.example  published 2026-03-02 09:30, pinned  ko en  Maintenance" */
const columns: readonly Column<PublishedNotice>[] = [
  'site',
  ['state', formatState],
  ['languages', formatLanguages],
  [
    'title',
    ({ title, isPlaylist }: PublishedNotice) =>
      localizeText(title, getPreferredLocales(undefined, isPlaylist)),
  ],
]

const formatNotice = (notice: PublishedNotice) => `${notice.id}  ${formatRow(notice, columns)}`

const pinHelp = 'Pinned notices come before all others, newest first.'
const withdrawHelp =
  'A withdrawn notice is neither shown nor counted as unread, but not deleted. Restored, it is back in its place.'

const byOperator = (action: string) => ({ actor: { kind: 'operator' }, action }) as const

const defineStateChange = (name: NoticeChange, help: string, summary: string) =>
  cli.defineChange(`notice ${name}`, {
    summary,
    help,
    examples: [`notice ${name} 12`],
    parameters: { id },
    async change(tx, { id: noticeId }) {
      const before = await lockNotice(tx, noticeId)
      const hasChanged = await changeNoticeState(tx, before, name, byOperator(`notice ${name}`))
      const after = await requireNotice(tx, noticeId)
      return { print: `${hasChanged ? 'changed' : 'unchanged'}: ${formatNotice(after)}` }
    },
  })

export const commands = [
  cli.defineCommand('notice publish', {
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
    parameters: {
      files: cli.argument('<file...>', 'Markdown files of one notice, one per language'),
      domains: cli.repeatable('--site <domain>', 'site to publish on; may be repeated', cli.parseDomain),
      allSites: cli.option('--all-sites', 'publish on every site'),
      at: cli.option(
        '--at <time>',
        'time of publication, with its time zone (default: publish_at of the files, or now)',
        (text) => {
          const time = parseTime(text)
          if (time instanceof Date) return time
          throw new cli.InvalidArgumentError(`${time}.`)
        },
      ),
      pin: cli.option('--pin', 'show it above all others'),
      check: cli.option('--check', 'only print what would be published'),
    },
    check({ domains, allSites }) {
      if (allSites === domains.length > 0)
        throw new cli.UsageError('Say where to publish: --site <domain>, once or more, or --all-sites.')
    },
    async run({ db, cwd, print }, { files, domains, allSites, at, pin, check }) {
      const { readNotice } = await import('#server/portal/notice-file.ts')
      const read = await readNotice(cwd, files)
      if ('errors' in read) {
        print([read.errors, 'Nothing was published.'])
        return 1
      }
      const { content } = read
      const now = new Date()
      const publishAt = at ?? content.publishAt ?? now
      const notice = { ...content, pinned: pin || (content.pinned ?? false), publishAt }
      print([
        content.warnings,
        publishAt < now &&
          `warning: ${publishAt.toISOString()} is in the past: it is published now, with that date.`,
      ])
      const lines = await db.transaction(async (tx) => {
        const results: string[] = []
        for (const site of await lockSites(tx, allSites ? null : domains))
          results.push(await publishToSite(tx, site, notice, check))
        return results
      })
      print(lines)
      return 0
    },
  }),
  cli.defineCommand('notice edit', {
    summary: 'replace the text of a notice in the languages of the files',
    help: `Files are written as for notice publish, but their pinned and publish_at are ignored. Readers of a published notice see
the day of the edit; it does not become unread again.`,
    examples: ['notice edit 12 spring.ko.mdx'],
    exitStatus: '0 success, 1 a file is invalid and nothing was changed, 2 it could not run',
    parameters: { id, files: cli.argument('<file...>', 'Markdown files, one per language') },
    async run({ db, cwd, print }, { id: noticeId, files }) {
      const { readNotice } = await import('#server/portal/notice-file.ts')
      const read = await readNotice(cwd, files)
      if ('errors' in read) {
        print([read.errors, 'Nothing was changed.'])
        return 1
      }
      const hasChanged = await db.transaction(async (tx) =>
        editNotice(tx, await lockNotice(tx, noticeId), read.content, byOperator('notice edit'), new Date()),
      )
      const notice = await requireNotice(db, noticeId)
      print([read.content.warnings, `${hasChanged ? 'changed' : 'unchanged'}: ${formatNotice(notice)}`])
      return 0
    },
  }),
  defineStateChange('pin', pinHelp, 'pin a notice above all others'),
  defineStateChange('unpin', pinHelp, 'unpin a notice'),
  defineStateChange('withdraw', withdrawHelp, 'hide a notice from everyone'),
  defineStateChange('restore', withdrawHelp, 'show a withdrawn notice again'),
  cli.defineList('notice list', {
    summary: 'list scheduled, published and withdrawn notices, newest first',
    help: `Each line starts with the id of the notice; times are in UTC. After its languages follows what readers of other
languages get.`,
    examples: ['notice list --site studio.example'],
    parameters: { site: cli.siteFilter('notices') },
    read: ({ db }, { site }) => selectAllNotices(db, { siteId: site?.id }),
    columns: ['id', ...columns],
    empty: 'There are no notices yet. See: notice publish --help',
    toJson: ({ siteId: _, isPlaylist: __, body, ...notice }) => ({
      ...notice,
      state: getNoticeState(notice, new Date()),
      languages: getNoticeLocales(body),
    }),
  }),
  cli.defineCommand('notice show', {
    summary: 'print the source of a notice in every language',
    examples: ['notice show 12'],
    parameters: { id },
    async run({ db, print }, { id: noticeId }) {
      const notice = await requireNotice(db, noticeId)
      const { title, body } = notice
      print([
        formatNotice(notice),
        getNoticeLocales(body).map((locale) => [`\n--- ${locale}: ${title[locale] ?? ''}`, body[locale]]),
      ])
    },
  }),
]

function formatState(notice: PublishedNotice): string {
  const { withdrawnAt, publishedAt, pinned, editedAt } = notice
  const state = `${getNoticeState(notice, new Date())} ${formatMinute(withdrawnAt ?? publishedAt)}`
  return `${state}${pinned ? ', pinned' : ''}${editedAt ? `, edited ${formatMinute(editedAt)}` : ''}`
}

/** Available languages and fallbacks: "ko en; zh-CN zh-TW get ko" */
function formatLanguages({ body, isPlaylist }: PublishedNotice): string {
  const available = getNoticeLocales(body)
  const missing = locales.filter((locale) => !available.includes(locale))
  const fallback = [getSiteLocale(isPlaylist), ...available].find((locale) => available.includes(locale))
  const fallbackNote = missing.length > 0 && fallback ? `; ${missing.join(' ')} get ${fallback}` : ''
  return `${available.join(' ')}${fallbackNote}`
}

/** @throws {OperatorError} when the notice does not exist */
async function requireNotice(db: Queryable, noticeId: number): Promise<PublishedNotice> {
  const [notice] = await selectAllNotices(db, { id: noticeId })
  if (!notice) throw new cli.OperatorError(`There is no notice ${noticeId}. See: notice list`)
  return notice
}

async function lockNotice(tx: Queryable, noticeId: number): Promise<PublishedNotice> {
  await tx.execute(sql`select from notices where id = ${noticeId} for update`)
  return requireNotice(tx, noticeId)
}

/** `domains`: null for all sites. @throws {OperatorError} when one does not exist */
async function lockSites(tx: Queryable, domains: readonly string[] | null): Promise<Site[]> {
  const rows = await lockDomains(tx, domains)
  const sites: Site[] = []
  for (const domain of new Set(domains ?? rows.map((row) => row.domain)))
    sites.push(await cli.requireSite(tx, domain))
  if (sites.length === 0) throw new cli.OperatorError('There are no sites yet. See: site add --help')
  return sites
}

async function publishToSite(
  tx: Queryable,
  site: Site,
  notice: NewNotice,
  isCheck: boolean,
): Promise<string> {
  if (isCheck) {
    const duplicateId = await findDuplicate(tx, site.id, notice)
    if (duplicateId !== undefined) return formatDuplicate(await requireNotice(tx, duplicateId))
    const record = { id: 0, siteId: site.id, site: site.domain, isPlaylist: site.isPlaylist }
    const times = { publishedAt: notice.publishAt.toISOString(), editedAt: null, withdrawnAt: null }
    return `would publish: ${formatRow({ ...notice, ...record, ...times }, columns)}`
  }
  const { id: noticeId, isNew } = await publishNotice(tx, site.id, notice, byOperator('notice publish'))
  const published = await requireNotice(tx, noticeId)
  return isNew ? formatNotice(published) : formatDuplicate(published)
}

const formatDuplicate = (notice: PublishedNotice) => `already published: ${formatNotice(notice)}`
