import { type ChannelState, channelStates } from '#contract/channels.ts'

export const searchLength = 100

/** What the address of the channels' list says. Unknown values count as not given. */
export interface ChannelsFilter {
  search: string
  state: ChannelState | null
  /** A member's id, or `none`: assigned to nobody. Managers only. */
  member: number | 'none' | null
  /** From 0; the address counts from 1. */
  page: number
}

type Params = Readonly<Record<string, string | undefined>>

const wholeNumber = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

export function filterOf({ search = '', state, member, page }: Params, isManager: boolean): ChannelsFilter {
  return {
    search: search.trim().slice(0, searchLength),
    state: channelStates.find((one) => one === state) ?? null,
    member: isManager ? memberOf(member) : null,
    page: (wholeNumber(page) ?? 1) - 1,
  }
}

const memberOf = (text: string | undefined) => (text === 'none' ? text : wholeNumber(text))

/** A patch of the address; another choice begins at the first page. */
export function paramsOf(change: Partial<ChannelsFilter>) {
  const { page = 0, ...others } = change
  const given = Object.entries(others).map(([name, value]) => [name, value ? String(value) : undefined])
  return { ...Object.fromEntries(given), page: page > 0 ? String(page + 1) : undefined }
}

export const nothingChosen = { search: '', state: null, member: null } as const

export const isNarrowed = ({ search, state, member }: Omit<ChannelsFilter, 'page'>) =>
  search !== '' || state !== null || member !== null
