import { demoSites } from '#server/demo/data/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import { IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { App, AppContext } from '#server/platform/http/response/context.ts'
import { createMailTokens, storeMailTokens } from '#server/platform/mail/mail-tokens.ts'
import {
  findMail,
  type MailSettings,
  renderStoredMail,
  type StoredMail,
} from '#server/platform/mail/stored-mail.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type MailboxEntry, mailboxStyle, renderMailbox, renderMailPage } from './mail-pages.ts'

/** Mail has styles of its own and may show the site's logo. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data: http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const maxMailsPerSite = 50

/** Serves only the demonstration's own sites: mail has links that sign in. */
export function demoMailRoutes(api: App, db: Database, settings: MailSettings): void {
  const domains = demoSites.map(({ domain }) => domain)

  async function selectMails(id: number | null): Promise<StoredMail[]> {
    const ids = await db.query(
      IdRow,
      sql`select m.id
      from sites s
      cross join lateral (
        select id
        from mails
        where site_id = s.id
          and (${id}::integer is null or id = ${id})
        order by id desc
        limit ${maxMailsPerSite}
      ) m
      where s.domain = any(${domains}::text[])
      order by s.id,
        m.id desc`,
    )
    const mails = await Promise.all(ids.map((one) => findMail(db, one.id)))
    return mails.filter((mail) => mail !== null)
  }

  /** Of the list, only subjects are shown. */
  const toEntry = (mail: StoredMail, tokens = createMailTokens()): MailboxEntry => ({
    mail,
    content: renderStoredMail(mail, settings, tokens),
  })

  /** A reader of the page is who gets the mail: its link works from now on. */
  async function openMail(mail: StoredMail): Promise<MailboxEntry> {
    const tokens = createMailTokens()
    await storeMailTokens(db, mail, tokens)
    return toEntry(mail, tokens)
  }

  api.get('/demo/mail', async (c) =>
    setPageHeaders(c).html(
      renderMailbox(
        c.get('locale'),
        (await selectMails(null)).map((mail) => toEntry(mail)),
      ),
    ),
  )
  api.get('/demo/mail/style.css', (c) =>
    c.body(mailboxStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  )
  api.get('/demo/mail/:id', async (c) => {
    const id = c.req.param('id')
    const [mail] = /^[1-9]\d{0,8}$/.test(id) ? await selectMails(Number(id)) : []
    if (!mail) throw new Refusal('not_found')
    return setPageHeaders(c).html(renderMailPage(c.get('locale'), await openMail(mail)))
  })
}

function setPageHeaders(c: AppContext): AppContext {
  c.header('Content-Security-Policy', contentSecurityPolicy)
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Vary', 'Accept-Language', { append: true })
  return c
}
