import * as z from 'zod/mini'
import { type Checks, ok, warning } from '#server/platform/command-line/finding.ts'
import { formatCount, formatInteger } from '#server/platform/command-line/format.ts'
import { Count } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const CharacterRow = z.object({ character: z.string() })
const NameRow = z.object({ owner: z.string(), name: z.string(), total: Count })

/** What statements as PDF print, except for payees' names, which are encrypted. */
const names = sql`select 'site ' || domain as owner, name
  from sites
  union
  select 'sender of ' || s.domain, p.company_name || ' ' || p.company_address
  from payment_info p
  join sites s on s.id = p.site_id
  union
  select 'account ' || id, nickname
  from accounts
  where nickname is not null
  union
  select 'channel ' || channel_id, name
  from channels`

/** Emoji are squares beside the channel's id, which is documented; the others are never printed. */
const isExpected = (character: string) =>
  /[\p{Extended_Pictographic}\p{Emoji_Component}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character)

const listedNames = 10

export const checks: Checks = {
  async 'names in PDF'({ db }) {
    const subject = 'names in PDF'
    const characters = await db.query(
      CharacterRow,
      sql`select distinct character
      from (${names}) n,
        regexp_split_to_table(normalize(n.name), '') as character
      where n.name ~ '[^ -~]'
      order by character`,
    )
    const { listUnwritable } = await import('./pdf/fonts.ts')
    const missing = (await listUnwritable(characters.map(({ character }) => character))).filter(
      (character) => !isExpected(character),
    )
    if (missing.length === 0) return ok(subject, 'fonts have all characters except emoji')
    const found = await db.query(
      NameRow,
      sql`select owner,
        name,
        count(*) over () as total
      from (${names}) n
      where normalize(name) ~ ${`[${missing.join('')}]`}
      order by owner
      limit ${listedNames}`,
    )
    const total = found[0]?.total ?? 0
    const more = total > found.length ? `, and ${formatInteger(total - found.length)} more` : ''
    const listed = found.map(({ owner, name }) => `${owner} (${name})`).join(', ')
    return warning(
      subject,
      `no font has all characters of ${formatCount(total, 'name')}: ${listed}${more}`,
      'Statements as PDF have □ instead, and the id of a channel. Correct names of sites, senders and accounts before a month is closed.',
    )
  },
}
