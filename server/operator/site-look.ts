import { type DesignId, designIds } from '#contract/design.ts'
import type { Queries } from '#server/db/connect.ts'
import { type Command, type Given, UsageError } from './command.ts'
import { readLine } from './named.ts'

/** What a site is to be; what is undefined stays as it is. */
export interface Look {
  name: string | undefined
  design: DesignId | undefined
  color: string | undefined
  colorDim: string | undefined
  playlist: boolean | undefined
}

export const lookOptions: Command['options'] = {
  name: { type: 'string' },
  design: { type: 'string' },
  color: { type: 'string' },
  'color-dim': { type: 'string' },
  playlist: { type: 'boolean' },
  'no-playlist': { type: 'boolean' },
}

const mostName = 60

export const lookHelp = `  --name             what the site calls itself, in its frame and titles (at most ${mostName} characters)
  --playlist         the site is English and in US dollars; --no-playlist: Korean and in won
  --design           the frame around the content: ${designIds.filter(Boolean).join(', ')}, or none for the plain one
  --color            the primary colour, six hex digits
  --color-dim        the pale shade that goes with it`

/** @throws {UsageError} when something is not as sites can be */
export function readLook(given: Given): Look {
  const name = given.text('name')
  if (given.flag('playlist') && given.flag('no-playlist'))
    throw new UsageError('Say --playlist or --no-playlist, not both.')
  return {
    name: name === undefined ? undefined : readLine(name, '--name', mostName),
    design: readDesign(given.text('design')),
    color: readColor(given.text('color'), '--color'),
    colorDim: readColor(given.text('color-dim'), '--color-dim'),
    playlist: given.flag('playlist') || (given.flag('no-playlist') ? false : undefined),
  }
}

function readDesign(text: string | undefined): DesignId | undefined {
  if (text === undefined) return undefined
  const design = designIds.find((id) => id === (text === 'none' ? '' : text))
  if (design === undefined)
    throw new UsageError(`--design is one of ${designIds.filter(Boolean).join(', ')}, none.`)
  return design
}

function readColor(text: string | undefined, what: string): string | undefined {
  if (text === undefined) return undefined
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? []
  if (!digits) throw new UsageError(`${what} is six hex digits, for instance 5b5bd6.`)
  return `#${digits.toLowerCase()}`
}

export const updateLook = (tx: Queries, siteId: number, look: Look) =>
  tx.query(
    `update sites
    set name = coalesce($2, name),
      design_id = coalesce($3, design_id),
      color_primary = coalesce($4, color_primary),
      color_primary_dim = coalesce($5, color_primary_dim),
      is_playist = coalesce($6, is_playist)
    where id = $1`,
    [
      siteId,
      look.name ?? null,
      look.design ?? null,
      look.color ?? null,
      look.colorDim ?? null,
      look.playlist ?? null,
    ],
  )

/** What was given, for the record of changes. */
export const detailOf = (look: Look): Record<string, string | boolean> =>
  Object.fromEntries(Object.entries(look).filter((entry) => entry[1] !== undefined))
