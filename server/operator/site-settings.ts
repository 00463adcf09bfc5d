import { type DesignId, designIds } from '#contract/design.ts'
import type { Queryable } from '#server/db/database.ts'
import { parseLine } from './arguments.ts'
import { type Command, type CommandArguments, UsageError } from './command.ts'

/** What a site is to be; what is undefined stays as it is. */
export interface SiteSettings {
  name: string | undefined
  design: DesignId | undefined
  color: string | undefined
  colorDim: string | undefined
  playlist: boolean | undefined
}

export const settingOptions: Command['options'] = {
  name: { type: 'string' },
  design: { type: 'string' },
  color: { type: 'string' },
  'color-dim': { type: 'string' },
  playlist: { type: 'boolean' },
  'no-playlist': { type: 'boolean' },
}

const maxNameLength = 60

export const settingHelp = `  --name             what the site calls itself, in its frame and titles (at most ${maxNameLength} characters)
  --playlist         the site is English and in US dollars; --no-playlist: Korean and in won
  --design           the frame around the content: ${designIds.filter(Boolean).join(', ')}, or none for the plain one
  --color            the primary colour, six hex digits
  --color-dim        the pale shade that goes with it`

/** @throws {UsageError} when something is not as sites can be */
export function parseSiteSettings(args: CommandArguments): SiteSettings {
  const name = args.value('name')
  if (args.flag('playlist') && args.flag('no-playlist'))
    throw new UsageError('Say --playlist or --no-playlist, not both.')
  return {
    name: name === undefined ? undefined : parseLine(name, '--name', maxNameLength),
    design: parseDesign(args.value('design')),
    color: parseColor(args.value('color'), '--color'),
    colorDim: parseColor(args.value('color-dim'), '--color-dim'),
    playlist: args.flag('playlist') || (args.flag('no-playlist') ? false : undefined),
  }
}

function parseDesign(text: string | undefined): DesignId | undefined {
  if (text === undefined) return undefined
  const design = designIds.find((id) => id === (text === 'none' ? '' : text))
  if (design === undefined)
    throw new UsageError(`--design is one of ${designIds.filter(Boolean).join(', ')}, none.`)
  return design
}

function parseColor(text: string | undefined, label: string): string | undefined {
  if (text === undefined) return undefined
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? []
  if (!digits) throw new UsageError(`${label} is six hex digits, for instance 5b5bd6.`)
  return `#${digits.toLowerCase()}`
}

export const updateSiteSettings = (tx: Queryable, siteId: number, settings: SiteSettings) =>
  tx.query(
    `update sites
    set name = coalesce($2, name),
      design_id = coalesce($3, design_id),
      color_primary = coalesce($4, color_primary),
      color_primary_dim = coalesce($5, color_primary_dim),
      is_playlist = coalesce($6, is_playlist)
    where id = $1`,
    [
      siteId,
      settings.name ?? null,
      settings.design ?? null,
      settings.color ?? null,
      settings.colorDim ?? null,
      settings.playlist ?? null,
    ],
  )

/** What was given, for the record of changes. */
export const getChangedSettings = (settings: SiteSettings): Record<string, string | boolean> =>
  Object.fromEntries(Object.entries(settings).filter((entry) => entry[1] !== undefined))
