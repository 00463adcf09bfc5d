import { InvalidArgumentError } from '@commander-js/extra-typings'
import * as z from 'zod/mini'
import { type DesignId, designIds } from '#contract/portal/design.ts'
import { type JoinPolicy, joinPolicies } from '#contract/portal/site.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createCommand } from './command.ts'
import { parseDomain, parseLine, parseSwitch } from './parsers.ts'

export interface SiteSettings {
  name?: string | undefined
  design?: DesignId | undefined
  color?: string | undefined
  colorDim?: string | undefined
  playlist?: boolean | undefined
  join?: JoinPolicy | undefined
  strongPasswords?: boolean | undefined
  requireSecondFactor?: boolean | undefined
  /** In whole won or dollars. */
  payoutMinimum?: number | undefined
}

const settingNames = [
  'name',
  'design',
  'color',
  'colorDim',
  'playlist',
  'join',
  'strongPasswords',
  'requireSecondFactor',
  'payoutMinimum',
] as const satisfies (keyof SiteSettings)[]

const maxNameLength = 60
const designNames = [...designIds.filter(Boolean), 'none'].join(', ')

export const createSiteCommand = (...args: Parameters<typeof createCommand>) =>
  createCommand(...args)
    .argument('<domain>', 'domain of the site', parseDomain)
    .option(
      '--name <name>',
      `name of the site (at most ${maxNameLength} characters)`,
      parseLine(maxNameLength),
    )
    .option('--playlist', 'an English site in US dollars')
    .option('--no-playlist', 'a Korean site in won')
    .option('--design <id>', `frame around the content: ${designNames}`, parseDesign)
    .option('--color <hex>', 'primary color, six hex digits', parseColor)
    .option('--color-dim <hex>', 'its pale shade', parseColor)
    .option(
      '--join <policy>',
      'who may join: open, approval (the manager approves everybody who joins), invitation (only who is invited)',
      parseJoinPolicy,
    )
    .option('--strong-passwords', 'refuse passwords that are easily guessed, for everybody')
    .option('--no-strong-passwords', 'refuse them for managers only')
    .option(
      '--require-second-factor <on|off>',
      'whether managers must sign in with a second factor; those without one add it first',
      parseSwitch,
    )
    .option(
      '--payout-minimum <amount>',
      'smallest balance that is paid, in whole won or dollars (default: 10,000 won or 20 dollars)',
      parseWholeAmount,
    )

function parseWholeAmount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole amount, for example 10000.')
  return Number(text)
}

function parseDesign(text: string): DesignId {
  const design = designIds.find((id) => id === (text === 'none' ? '' : text))
  if (design === undefined) throw new InvalidArgumentError(`Expected one of ${designNames}.`)
  return design
}

function parseJoinPolicy(text: string): JoinPolicy {
  const policy = joinPolicies.find((one) => one === text)
  if (!policy) throw new InvalidArgumentError(`Expected one of ${joinPolicies.join(', ')}.`)
  return policy
}

function parseColor(text: string): string {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? []
  if (!digits) throw new InvalidArgumentError('Expected six hex digits, for example 5b5bd6.')
  return `#${digits.toLowerCase()}`
}

export const updateSiteSettings = (tx: Queryable, siteId: number, settings: SiteSettings) =>
  tx.execute(
    sql`update sites
    set name = coalesce(${settings.name ?? null}, name),
      design_id = coalesce(${settings.design ?? null}, design_id),
      color_primary = coalesce(${settings.color ?? null}, color_primary),
      color_primary_dim = coalesce(${settings.colorDim ?? null}, color_primary_dim),
      is_playlist = coalesce(${settings.playlist ?? null}, is_playlist),
      join_policy = coalesce(${settings.join ?? null}, join_policy),
      has_strong_passwords = coalesce(${settings.strongPasswords ?? null}, has_strong_passwords),
      requires_second_factor = coalesce(${settings.requireSecondFactor ?? null}, requires_second_factor),
      payout_minimum = coalesce(${settings.payoutMinimum ?? null}::bigint, payout_minimum)
    where id = ${siteId}`,
  )

const SiteValues = z.object({
  domain: z.string(),
  name: z.string(),
  playlist: z.boolean(),
  design: z.string(),
  color: z.string(),
  colorDim: z.string(),
  default_network: z.nullable(Id),
  join: z.enum(joinPolicies),
  strong_passwords: z.boolean(),
  requireSecondFactor: z.boolean(),
  /** Null: the default. */
  payout_minimum: z.nullable(Integer),
})

/** For the audit log. */
export const selectSiteValues = (tx: Queryable, siteId: number): Promise<z.output<typeof SiteValues>> =>
  queryOne(
    tx,
    SiteValues,
    sql`select domain,
      name,
      is_playlist as playlist,
      design_id as design,
      color_primary as color,
      color_primary_dim as "colorDim",
      default_network_id as default_network,
      join_policy as join,
      has_strong_passwords as strong_passwords,
      requires_second_factor as "requireSecondFactor",
      payout_minimum
    from sites
    where id = ${siteId}`,
  )

export const getGivenSettings = (settings: SiteSettings): Partial<SiteSettings> =>
  Object.fromEntries(
    settingNames.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  )
