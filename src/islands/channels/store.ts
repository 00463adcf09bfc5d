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

/** Null on other views, whose parameters have other meanings. */
const $viewCaller = computed([$caller, $path], (caller, path) => (path === '/manage-channel' ? caller : null))

export const $filter = computed([$params, $isManager], parseFilter)

const $listQuery = computed([$viewCaller, $filter], (caller, filter) =>
  caller === null ? null : { caller, ...filter },
)

export const channelList = createQuery($listQuery, listChannels, ({ caller: _, ...query }) => query)

const findListedChannel = (id: number | null, channels: readonly Channel[] | undefined) =>
  channels?.find((channel) => channel.id === id)

const $channelQuery = computed([$viewCaller, $dialogItemId, channelList.$state], (caller, id, { result }) =>
  caller === null || id === null || result === null || findListedChannel(id, result.data.channels)
    ? null
    : { caller, id },
)

const channelOutsideList = createQuery($channelQuery, readChannel, ({ id }) => ({ id }))

const unknownChannel: DialogItem<Channel> = { item: null, isMissing: false, error: null }

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

/** Reloads after the pending request: aborting it on every change could starve the list. */
export function refreshChannels(): void {
  const reload = () => {
    stopListening?.()
    stopListening = undefined
    reloadChannels()
  }
  if (!channelList.$state.get().isLoading) reload()
  else stopListening ??= channelList.$state.listen(({ isLoading }) => isLoading || reload())
}

export function searchChannels(search: string): void {
  const replace = search !== '' && $filter.get().search !== ''
  setParams(toParams({ search }), { replace })
}

export const filterByState = (state: ChannelsFilter['state']) => setParams(toParams({ state }))
export const showPage = (page: number) => setParams(toParams({ page }))
export const clearFilters = () => setParams(toParams(emptyFilter))

const $memberSearchTerm = atom<string | null>(null)

export const searchMembers = (text: string | null) => $memberSearchTerm.set(text)

const $memberQuery = computed([$viewCaller, $memberSearchTerm], (caller, search) =>
  caller === null || search === null ? null : { caller, search },
)

export const memberOptions = createQuery($memberQuery, listMembers, ({ search }) => ({
  search: search || undefined,
  size: memberPageSize,
}))

const $memberNames = atom<Readonly<Record<number, string>>>({})

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

export function syncProfileWithList(): () => void {
  let previousCount: string | null = null
  return $unverifiedCount.subscribe((now) => {
    if (now !== null && previousCount !== null && now !== previousCount) void refreshProfile()
    previousCount = now ?? previousCount
  })
}
