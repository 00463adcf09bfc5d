import { computed, type ReadableAtom } from 'nanostores'
import { readChannelHistory } from '#contract/channels/channel-history.ts'
import { type Channel, type ListedChannel, listChannels, readChannel } from '#contract/channels/channels.ts'
import { readMe } from '#contract/people/session.ts'
import type { DialogItem } from '#islands/kit/dialogs/ItemDialog.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $token, may, setUser } from '#lib/api/session.ts'
import { $dialogItemId } from '#lib/navigation/active-dialog.ts'
import { removeDialogFlags } from '#lib/navigation/dialog-flags.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'
import { type ChannelSorting, type ChannelsFilter, parseFilter, toParams } from './filter.ts'

/** Null on other views, whose parameters have other meanings. */
const $viewCaller = computed([$caller, $path], (caller, path) => (path === '/manage-channel' ? caller : null))

export const $filter = computed([$params, may('channels.read')], parseFilter)

const $listQuery = computed([$viewCaller, $filter], (caller, filter) =>
  caller === null ? null : { caller, ...filter },
)

export const channelList = createQuery($listQuery, listChannels, ({ caller: _, ...query }) => query)

const findListedChannel = (id: number | null, channels: readonly ListedChannel[] | undefined) =>
  channels?.find((channel) => channel.id === id)

const unknownChannel: DialogItem<Channel> = { item: null, isMissing: false, error: null }

/** Finds a channel in the list, or loads it if it is on another page. */
function createChannelLookup($id: ReadableAtom<number | null>) {
  const $query = computed([$viewCaller, $id, channelList.$state], (caller, id, { result }) =>
    caller === null || id === null || result === null || findListedChannel(id, result.data.channels)
      ? null
      : { caller, id },
  )
  const outsideList = createQuery($query, readChannel, ({ id }) => ({ id }))
  const $channel = computed(
    [$id, channelList.$state, outsideList.$state],
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
  const reload = () => {
    if ($id.get() !== null) outsideList.reload()
  }
  return { $channel, reload }
}

const dialogLookup = createChannelLookup($dialogItemId)
export const $dialogChannel = dialogLookup.$channel

const panelParam = 'channel'

/** The channel whose details are open. */
export const $panelId = computed([$params, $path], (params, path) => {
  const text = params[panelParam] ?? ''
  return path === '/manage-channel' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
})

const panelLookup = createChannelLookup($panelId)
export const $panelChannel = panelLookup.$channel

const $historyQuery = computed([$viewCaller, $panelId], (caller, id) =>
  caller === null || id === null ? null : { caller, id },
)

export const channelHistory = createQuery($historyQuery, readChannelHistory, ({ id }) => ({ id }))

export const openPanel = (id: number) => setParams({ [panelParam]: String(id) })
export const closePanel = () => setParams({ [panelParam]: undefined }, { replace: true })

/** Builds the address of a link that opens the channel's details. */
export function getPanelUrl(id: number): string {
  const params = new URLSearchParams(removeDialogFlags(location.search))
  params.set(panelParam, String(id))
  return `?${params}`
}

export function reloadChannels(): void {
  channelList.reload()
  dialogLookup.reload()
  panelLookup.reload()
  if ($panelId.get() !== null) channelHistory.reload()
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
export const sortChannels = ({ sort, order }: ChannelSorting) => setParams(toParams({ sort, order }))
export const showPage = (page: number) => setParams(toParams({ page }))
/** Clears filters without changing the order. */
export const clearFilters = () => setParams(toParams({ search: '', state: undefined, member: undefined }))

export const filterByMember = (member: ChannelsFilter['member']) => setParams(toParams({ member }))

async function refreshProfile(): Promise<void> {
  const token = $token.get()
  try {
    const { user } = await call(readMe)
    if (token === $token.get()) setUser(user)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** The count belongs to one caller and filter: another filter has other counts. */
const $unverifiedCount = computed(channelList.$state, ({ result }) => {
  if (!result) return null
  const { caller, search, member } = result.key
  return { subject: JSON.stringify([caller, search, member]), count: result.data.counts.unverified }
})

export function syncProfileWithList(): () => void {
  let previous: { subject: string; count: number } | null = null
  return $unverifiedCount.subscribe((current) => {
    if (!current) return
    if (previous?.subject === current.subject && previous.count !== current.count) void refreshProfile()
    previous = current
  })
}
