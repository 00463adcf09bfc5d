import * as z from 'zod/mini'
import { type Currency, currencies } from '#contract/platform/currency.ts'
import { getSiteLocale, type Locale } from '#contract/platform/locale.ts'
import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { localeTimeZones } from '#server/platform/localized-text.ts'
import { siteCurrency } from '#server/portal/site/payout-minimum.ts'

type Reader = Pick<Queryable, 'query'>

/** A month is paid on the site's day of the month after it. */
export const getPayday = (month: string, paymentDay: number): string =>
  addDays(getMonthStart(month, 1), paymentDay - 1)

/** @param today the site's */
export function getNextPayday(today: string, paymentDay: number): string {
  const own = addDays(getMonthStart(today), paymentDay - 1)
  return own >= today ? own : addDays(getMonthStart(today, 1), paymentDay - 1)
}

const SiteRow = z.object({ currency: z.enum(currencies), paymentDay: Integer, isPlaylist: z.boolean() })

/** `today`: in the site's time zone. */
export async function selectPaymentSite(
  db: Reader,
  siteId: number,
  now: Date,
): Promise<{ currency: Currency; paymentDay: number; locale: Locale; timeZone: string; today: string }> {
  const { isPlaylist, ...site } = await queryOne(
    db,
    SiteRow,
    sql`select ${siteCurrency} as currency,
      s.payment_day as "paymentDay",
      s.is_playlist as "isPlaylist"
    from sites s
    where s.id = ${siteId}`,
  )
  const locale = getSiteLocale(isPlaylist)
  const timeZone = localeTimeZones[locale]
  return { ...site, locale, timeZone, today: toLocalDay(now.toISOString(), timeZone) }
}
