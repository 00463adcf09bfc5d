import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { DesignId } from '#contract/portal/design.ts'
import type { JoinPolicy } from '#contract/portal/site.ts'
import { type RateRule, rateRules } from '#contract/settlement/months.ts'
import type { AuditValues } from '#server/platform/auth/audit.ts'
import { hasStaffRole } from '#server/platform/auth/roles.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { LocalizedText } from '#server/platform/localized-text.ts'
import { type ImageRow, selectImages } from './home-images.ts'
import { selectHomeRow } from './home-queries.ts'
import { minimumAmount, siteCurrency } from './payout-minimum.ts'

/** Omitted fields stay as they are. */
export interface SiteSettings {
  name?: string | undefined
  /** Names in languages; null: the site's name. */
  nameIn?: readonly Readonly<{ locale: Locale; name: string | null }>[] | undefined
  design?: DesignId | undefined
  color?: string | undefined
  colorDim?: string | undefined
  playlist?: boolean | undefined
  join?: JoinPolicy | undefined
  strongPasswords?: boolean | undefined
  requireSecondFactor?: boolean | undefined
  /** In whole won or dollars. */
  payoutMinimum?: number | undefined
  rateRule?: RateRule | undefined
  paymentDay?: number | undefined
  needsOtherPerson?: boolean | undefined
  reportsImpersonation?: boolean | undefined
  forfeitsOnDeletion?: boolean | undefined
  /** In tenths of a percent. */
  defaultFee?: number | undefined
}

const toNames = ({ nameIn = [] }: SiteSettings) =>
  Object.fromEntries(nameIn.map(({ locale, name }) => [locale, name]))

export const updateSiteSettings = (tx: Queryable, siteId: number, settings: SiteSettings) =>
  tx.execute(
    sql`update sites
    set name = coalesce(${settings.name ?? null}, name),
      names = jsonb_strip_nulls(names || ${JSON.stringify(toNames(settings))}::text::jsonb),
      design_id = coalesce(${settings.design ?? null}, design_id),
      color_primary = coalesce(${settings.color ?? null}, color_primary),
      color_primary_dim = coalesce(${settings.colorDim ?? null}, color_primary_dim),
      is_playlist = coalesce(${settings.playlist ?? null}, is_playlist),
      join_policy = coalesce(${settings.join ?? null}, join_policy),
      has_strong_passwords = coalesce(${settings.strongPasswords ?? null}, has_strong_passwords),
      requires_second_factor = coalesce(${settings.requireSecondFactor ?? null}, requires_second_factor),
      payout_minimum = coalesce(${settings.payoutMinimum ?? null}::bigint, payout_minimum),
      rate_rule = coalesce(${settings.rateRule ?? null}, rate_rule),
      payment_day = coalesce(${settings.paymentDay ?? null}, payment_day),
      reports_impersonation = coalesce(${settings.reportsImpersonation ?? null}, reports_impersonation),
      needs_other_person = coalesce(${settings.needsOtherPerson ?? null}, needs_other_person),
      forfeits_on_deletion = coalesce(${settings.forfeitsOnDeletion ?? null}, forfeits_on_deletion),
      default_fee_permille = coalesce(${settings.defaultFee ?? null}::smallint, default_fee_permille)
    where id = ${siteId}`,
  )

const ListedSite = z.object({
  domain: z.string(),
  name: z.string(),
  names: LocalizedText,
  playlist: z.boolean(),
  design: z.string(),
  color: z.string(),
  colorDim: z.string(),
  defaultNetwork: z.nullable(z.string()),
  managers: z.array(z.string()),
  channels: Count,
  requireSecondFactor: z.boolean(),
})
export type ListedSite = z.output<typeof ListedSite>

export const selectSites = (db: Queryable, domain: string | null = null): Promise<ListedSite[]> =>
  db.query(
    ListedSite,
    sql`select s.domain,
      s.name,
      s.names,
      s.is_playlist as playlist,
      s.design_id as design,
      s.color_primary as color,
      s.color_primary_dim as "colorDim",
      d.email as "defaultNetwork",
      s.requires_second_factor as "requireSecondFactor",
      array(
        select a.email
        from accounts a
        where a.site_id = s.id
          and ${hasStaffRole}
          and a.removed_at is null
        order by a.email
      ) as managers,
      (
        select count(*)
        from channels c
        join accounts a on a.id = c.network_id
        where a.site_id = s.id
          and c.removed_at is null
      ) as channels
    from sites s
    left join accounts d on d.id = s.default_network_id
    where (${domain}::text is null or s.domain = ${domain})
    order by s.domain`,
  )

const Domain = z.object({ domain: z.string() })

/** Locks the sites in a fixed order, which avoids deadlocks. `domains`: null for all. */
export const lockDomains = (tx: Queryable, domains: readonly string[] | null) =>
  tx.query(
    Domain,
    sql`select domain
    from sites
    where ${domains === null ? sql`true` : sql`domain = any(${domains}::text[])`}
    order by id
    for no key update`,
  )

const MinimumPayment = z.object({ amount: Integer, currency: z.enum(currencies) })

const DefaultFee = z.object({ permille: z.nullable(Integer) })

/** What members of networks without a fee of their own start with, in tenths of a percent. */
export const selectDefaultFee = async (db: Queryable, siteId: number): Promise<number | null> =>
  (
    await queryOne(
      db,
      DefaultFee,
      sql`select default_fee_permille as permille from sites where id = ${siteId}`,
    )
  ).permille

export const selectMinimumPayment = (db: Queryable, siteId: number) =>
  queryOne(
    db,
    MinimumPayment,
    sql`select ${minimumAmount} as amount, ${siteCurrency} as currency from sites s where s.id = ${siteId}`,
  )

const MoneySettings = z.object({
  payout_minimum: z.nullable(Integer),
  rate_rule: z.enum(rateRules),
  payment_day: Integer,
  release_by_other: z.boolean(),
  report_impersonation: z.boolean(),
  forfeit_on_deletion: z.boolean(),
  default_fee_permille: z.nullable(Integer),
})

export async function describeSettings(tx: Queryable, site: Site): Promise<AuditValues> {
  const { default_fee_permille: permille, ...money } = await queryOne(
    tx,
    MoneySettings,
    sql`select payout_minimum, rate_rule, payment_day, needs_other_person as release_by_other,
      reports_impersonation as report_impersonation,
      forfeits_on_deletion as forfeit_on_deletion,
      default_fee_permille
    from sites
    where id = ${site.id}`,
  )
  return {
    domain: site.domain,
    name: site.name,
    ...Object.fromEntries(Object.entries(site.names).map(([locale, name]) => [`name ${locale}`, name])),
    playlist: site.isPlaylist,
    design: site.designId,
    color: site.colorPrimary,
    colorDim: site.colorPrimaryDim,
    default_network: site.defaultNetworkId,
    join: site.joinPolicy,
    strong_passwords: site.hasStrongPasswords,
    requireSecondFactor: site.requiresSecondFactor,
    ...money,
    default_fee: permille === null ? null : permille / 10,
  }
}

export async function describeHome(tx: Queryable, siteId: number): Promise<AuditValues> {
  const { actionLabel, actionHref, pictureAlt, logoAlt, facts, hasPicture, ...texts } = await selectHomeRow(
    tx,
    siteId,
  )
  const images = await selectImages(tx, siteId)
  const find = (kind: ImageRow['kind']) => images.find((image) => image.kind === kind)
  const picture = find('picture')
  return {
    ...texts,
    action_label: actionLabel,
    action_target: actionHref,
    picture_text: pictureAlt,
    logo_text: logoAlt,
    facts: facts?.map((fact) => (typeof fact === 'string' ? fact : JSON.stringify(fact))) ?? null,
    picture: hasPicture ? (picture?.path ?? 'drawn') : 'none',
    picture_focus: picture ? `${picture.focusX},${picture.focusY}` : null,
    logo: find('logo')?.path ?? null,
    logo_dark: find('logo-dark')?.path ?? null,
    favicon: find('favicon')?.path ?? null,
    share: Object.fromEntries(
      images.filter(({ kind }) => kind === 'share').map(({ locale, path }) => [locale || 'all', path]),
    ),
  }
}
