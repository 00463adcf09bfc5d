import { Option } from '@commander-js/extra-typings'
import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, Timestamp } from '#server/platform/db/rows.ts'
import { join, sql } from '#server/platform/db/sql.ts'
import { mailStates } from '#server/platform/mail/stored-mail.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatCount, formatResult } from './format.ts'
import { requireSite } from './lookups.ts'
import { formatMail } from './mails.ts'
import { parseDomain } from './parsers.ts'

const maxListedMails = 500

const MailRow = z.object({
  id: Id,
  site: z.string(),
  kind: z.string(),
  recipient: z.string(),
  locale: z.string(),
  state: z.enum(mailStates),
  attempts: Count,
  failure: z.nullable(z.string()),
  createdAt: Timestamp,
  changedAt: Timestamp,
})
type MailRow = z.output<typeof MailRow>

export const mailListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list the mail of the last 30 days, newest first',
    help: `Without SMTP_URL, mail stays queued. failed: refused, or not accepted for a day; uncertain: the connection was lost
before the server’s reply, so it may have arrived; suppressed: to an address that gets no mail. Times are in UTC.`,
    examples: ['mail list --state failed'],
  })
    .addOption(new Option('--state <state>', 'only mail in this state').choices(mailStates))
    .option('--site <domain>', 'only mail of this site', parseDomain)
    .option('--json', 'print JSON')
    .action(({ state, site, json }) =>
      schedule(async ({ db, print }) => {
        if (site !== undefined) await requireSite(db, site)
        print(formatResult(json, await selectMails(db, state, site), formatMails))
      }),
    )

const selectMails = (
  db: Queryable,
  state: MailRow['state'] | undefined,
  site: string | undefined,
): Promise<MailRow[]> =>
  db.query(
    MailRow,
    sql`select m.id,
      s.domain as site,
      m.kind,
      m.recipient,
      m.locale,
      m.state,
      m.attempts,
      m.failure,
      m.created_at as "createdAt",
      m.changed_at as "changedAt"
    from mails m
    join sites s on s.id = m.site_id
    where ${join(
      [
        sql`true`,
        ...(state === undefined ? [] : [sql`m.state = ${state}`]),
        ...(site === undefined ? [] : [sql`s.domain = ${site}`]),
      ],
      ' and ',
    )}
    order by m.id desc
    limit ${maxListedMails}`,
  )

const formatMails = (mails: readonly MailRow[]): string[] =>
  mails.length === 0
    ? ['There is no such mail.']
    : [
        ...mails.map((mail) => formatMail({ ...mail, site: { domain: mail.site } })),
        mails.length === maxListedMails
          ? `The newest ${formatCount(mails.length, 'mail')}`
          : formatCount(mails.length, 'mail'),
      ]
