import * as z from 'zod/mini'
import { type Currency, currencies } from '#contract/platform/currency.ts'
import { type RateRule, rateRules } from '#contract/settlement/months.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { siteCurrency } from '#server/portal/site/payout-minimum.ts'
import { getMonthRange } from '#server/settlement/calendar/month.ts'

type Reader = Pick<Queryable, 'query'>

/** The rate of a month's statements of a site: won per dollar × 1,000,000. */
export interface SiteRate {
  siteId: number
  site: string
  currency: Currency
  rule: RateRule
  krwMicros: number
  /** Of the stored exchange rate; null: it was given, or it is an average. */
  day: string | null
  /** What the rule gives; null: no rate that it asks for is stored. */
  ruleKrwMicros: number | null
}

const RuleRow = z.object({
  siteId: Id,
  site: z.string(),
  currency: z.enum(currencies),
  rule: z.enum(rateRules),
  krwMicros: z.nullable(Integer),
  day: z.nullable(Day),
})

/** A stored rate stands for its own day and those after it, this many together. */
const maxRateDays = 7

const selectRuleRates = (db: Reader, month: string, today: string) => {
  const { from, to } = getMonthRange(month)
  return db.query(
    RuleRow,
    sql`select s.id as "siteId",
      s.domain as site,
      ${siteCurrency} as currency,
      s.rate_rule as rule,
      case s.rate_rule when 'average' then average.krw_micros else single.krw_micros end as "krwMicros",
      case when s.rate_rule <> 'average' then single.day end as day
    from sites s
    cross join lateral (
      select case s.rate_rule
          when 'payment-day' then least(${to}::date + s.payment_day::integer, ${today}::date)
          else ${to}::date
        end as day
    ) wanted
    left join lateral (
      select r.krw_micros, r.day
      from exchange_rates r
      where r.day <= wanted.day
        and r.day > wanted.day - ${maxRateDays}::integer
      order by r.day desc
      limit 1
    ) single on true
    cross join (
      select round(avg(krw_micros))::bigint as krw_micros
      from exchange_rates
      where day between ${from} and ${to}
    ) average
    order by s.domain`,
  )
}

const KnownRow = z.object({ krwMicros: Integer, day: Day })

export interface KnownRate extends z.output<typeof KnownRow> {
  kind: 'exchange' | 'closing'
}

/** The exchange rate nearest to the month's last day; without any, the rate of the last closing. */
export async function findKnownRate(db: Reader, month: string): Promise<KnownRate | null> {
  const { to } = getMonthRange(month)
  const [exchange] = await db.query(
    KnownRow,
    sql`select krw_micros as "krwMicros", day
    from exchange_rates
    order by day > ${to}, abs(day - ${to}::date)
    limit 1`,
  )
  if (exchange) return { ...exchange, kind: 'exchange' }
  const [closing] = await db.query(
    KnownRow,
    sql`select s.krw_micros as "krwMicros", s.month as day
    from statements s
    order by s.month desc, s.currency, s.id
    limit 1`,
  )
  return closing ? { ...closing, kind: 'closing' } : null
}

/**
 * Each site's rate: the given one, else by its rule, else the nearest known one, with which a month can be drafted but not
 * closed. @returns undefined without any rate
 */
export async function selectSiteRates(
  db: Reader,
  month: string,
  { krwMicros: given, today }: { krwMicros: number | undefined; today: string },
): Promise<SiteRate[] | undefined> {
  const rules = await selectRuleRates(db, month, today)
  const known = given ?? (await findKnownRate(db, month))?.krwMicros
  if (known === undefined) return undefined
  return rules.map(({ krwMicros: ruleKrwMicros, day, ...site }) => ({
    ...site,
    krwMicros: given ?? ruleKrwMicros ?? known,
    day: given === undefined && ruleKrwMicros !== null ? day : null,
    ruleKrwMicros,
  }))
}
