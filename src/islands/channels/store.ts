import { atom, computed } from 'nanostores'
import { type Channel, listChannels, readChannel } from '#contract/channels.ts'
import { listMembers } from '#contract/members.ts'
import { readMe } from '#contract/session.ts'
import type { DialogItem } from '#islands/dialogs/ItemDialog.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $isManager, $token, setUser } from '#lib/api/session.ts'
import { $dialogItemId } from '#lib/navigation/active-dialog.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'
import { type ChannelsFilter, emptyFilter, parseFilter, toParams } from './filter.ts'

const memberPageSize = 20

/** Null on other views, whose parameters mean other things. */
const $viewCaller = computed([$caller, $path], (caller, path) => (path === '/manage-channel' ? caller : null))

export const $filter = computed([$params, $isManager], parseFilter)

const $listQuery = computed([$viewCaller, $filter], (caller, filter) =>
  caller === null ? null : { caller, ...filter },
)

export const channelList = createQuery($listQuery, listChannels, ({ caller: _, ...query }) => query)

const findListedChannel = (id: number | null, channels: readonly Channel[] | undefined) =>
  channels?.find((channel) => channel.id === id)

/** The channel of an open dialog, where the list shows others. */
const $channelQuery = computed([$viewCaller, $dialogItemId, channelList.$state], (caller, id, { result }) =>
  caller === null || id === null || result === null || findListedChannel(id, result.data.channels)
    ? null
    : { caller, id },
)

const channelOutsideList = createQuery($channelQuery, readChannel, ({ id }) => ({ id }))

const unknownChannel: DialogItem<Channel> = { item: null, isMissing: false, error: null }

/** The channel that the open dialog is about. */
export const $dialogChannel = computed(
  [$dialogItemId, channelList.$state, channelOutsideList.$state],
  (id, { result }, { key, result: found, error }): DialogItem<Channel> => {
    const listed = findListedChannel(id, result?.data.channels)
    if (listed) return { ...unknownChannel, item: listed }
    if (id === null || key?.id !== id) return unknownChannel
    return {
      item: found?.key.id === id ? found.data.channel : null,
      isMissing: error?.code === 'not_found',
      error: error?.message ?? null,
    }
  },
)

export function reloadChannels(): void {
  channelList.reload()
  if ($dialogItemId.get() !== null) channelOutsideList.reload()
}

let stopListening: (() => void) | undefined

/** Asks again once the list on its way is there: one change after the other would keep it from ever coming. */
export function refreshChannels(): void {
  const reload = () => {
    stopListening?.()
    stopListening = undefined
    reloadChannels()
  }
  if (!channelList.$state.get().isLoading) reload()
  else stopListening ??= channelList.$state.listen(({ isLoading }) => isLoading || reload())
}

/** A search that is being put right is one entry in the history. */
export function searchChannels(search: string): void {
  const replace = search !== '' && $filter.get().search !== ''
  setParams(toParams({ search }), { replace })
}

export const filterByState = (state: ChannelsFilter['state']) => setParams(toParams({ state }))
export const showPage = (page: number) => setParams(toParams({ page }))
export const clearFilters = () => setParams(toParams(emptyFilter))

/** What a member is looked for by; null while nobody looks. */
const $memberSearchTerm = atom<string | null>(null)

export const searchMembers = (text: string | null) => $memberSearchTerm.set(text)

const $memberQuery = computed([$viewCaller, $memberSearchTerm], (caller, search) =>
  caller === null || search === null ? null : { caller, search },
)

export const memberOptions = createQuery($memberQuery, listMembers, ({ search }) => ({
  search: search || undefined,
  size: memberPageSize,
}))

/** Names of members that have been chosen here. */
const $memberNames = atom<Readonly<Record<number, string>>>({})

/** The name of the member that the list is narrowed to, as far as it is known. */
export const $memberName = computed(
  [$filter, $memberNames, channelList.$state],
  ({ member }, names, { result }) => {
    if (typeof member !== 'number') return null
    const having = result?.data.channels.flatMap(({ members }) => members)
    return names[member] ?? having?.find(({ id }) => id === member)?.nickname ?? null
  },
)

export function filterByMember(member: ChannelsFilter['member'], name = ''): void {
  if (typeof member === 'number') $memberNames.set({ ...$memberNames.get(), [member]: name })
  setParams(toParams({ member }))
}

/** Asks again what the profile says, such as whether a channel is to be verified; what was known stays if that fails. */
async function refreshProfile(): Promise<void> {
  const token = $token.get()
  try {
    const { user } = await call(readMe)
    if (token === $token.get()) setUser(user)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

const $unverifiedCount = computed(channelList.$state, ({ result }) =>
  result ? JSON.stringify([result.key.caller, result.data.counts.unverified]) : null,
)

/** Keeps the profile true while the list is looked at: another number of unverified channels asks for it. */
export function syncProfileWithList(): () => void {
  let previousCount: string | null = null
  return $unverifiedCount.subscribe((now) => {
    if (now !== null && previousCount !== null && now !== previousCount) void refreshProfile()
    previousCount = now ?? previousCount
  })
}
