import { createCommand, type Schedule } from './command.ts'
import { requireSite } from './lookups.ts'
import {
  formatNotice,
  getLocales,
  getNoticeState,
  type NoticeRecord,
  selectNoticesOfSite,
} from './notices.ts'
import { parseDomain } from './parsers.ts'

export const noticeListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list scheduled, published and withdrawn notices, newest first',
    help: `Each line starts with the id of the notice; times are in UTC. After its languages follows what readers of other
languages get.`,
    examples: ['notice list --site studio.example'],
  })
    .option('--site <domain>', 'only notices of this site', parseDomain)
    .option('--json', 'print JSON')
    .action(({ site, json }) =>
      schedule(async ({ db, print }) => {
        if (site !== undefined) await requireSite(db, site)
        const notices = await selectNoticesOfSite(db, site)
        const now = new Date()
        if (json)
          print(
            JSON.stringify(
              notices.map((notice) => toJson(notice, now)),
              null,
              1,
            ),
          )
        else if (notices.length === 0) print('There are no notices yet. See: notice publish --help')
        else print(notices.map((notice) => formatNotice(notice, now)))
      }),
    )

const toJson = (notice: NoticeRecord, now: Date) => ({
  id: notice.id,
  site: notice.site,
  state: getNoticeState(notice, now),
  pinned: notice.pinned,
  publishedAt: notice.publishedAt,
  editedAt: notice.editedAt,
  withdrawnAt: notice.withdrawnAt,
  languages: getLocales(notice.body),
  title: notice.title,
})
