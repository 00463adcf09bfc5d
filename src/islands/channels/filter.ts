import { type ChannelState, channelStates } from '#contract/channels.ts'
import { maxSearchLength } from '#contract/params.ts'

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

const parseId = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

export function parseFilter(
  { search = '', state, member, page }: Params,
  isManager: boolean,
): ChannelsFilter {
  return {
    search: search.trim().slice(0, maxSearchLength),
    state: channelStates.find((one) => one === state) ?? null,
    member: isManager ? parseMember(member) : null,
    page: (parseId(page) ?? 1) - 1,
  }
}

const parseMember = (text: string | undefined) => (text === 'none' ? text : parseId(text))

/** A patch of the address; another choice begins at the first page. */
export function toParams(change: Partial<ChannelsFilter>) {
  const { page = 0, ...others } = change
  const entries = Object.entries(others).map(([name, value]) => [name, value ? String(value) : undefined])
  return { ...Object.fromEntries(entries), page: page > 0 ? String(page + 1) : undefined }
}

export const emptyFilter = { search: '', state: null, member: null } as const

export const isFiltered = ({ search, state, member }: Omit<ChannelsFilter, 'page'>) =>
  search !== '' || state !== null || member !== null
