import { atom, computed } from 'nanostores'
import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readVideoExtremes } from '#contract/reports/videos.ts'
import { $filter, pickListScope } from '#islands/reports/state/filter.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $params, setParams } from '#lib/navigation/router.ts'

const optionPageSize = 20

const $figuresQuery = computed([$caller, $filter], (caller, { channel, ...filter }) =>
  caller === null ? null : { caller, ...pickTime(filter), ...pickListScope(filter), channel },
)

const $channelReportQuery = computed($figuresQuery, (asked) => (asked?.channel ? asked : null))

export const channelReport = createQuery(
  $channelReportQuery,
  readDashboard,
  ({ caller: _, ...query }) => query,
)

export const extremes = createQuery($figuresQuery, readVideoExtremes, ({ caller: _, ...query }) => query)

const $channelSearchTerm = atom<string | null>(null)

export const searchChannels = (text: string | null) => $channelSearchTerm.set(text)

const $channelQuery = computed([$caller, $filter, $channelSearchTerm], (caller, filter, search) =>
  caller === null || search === null
    ? null
    : { caller, ...pickTime(filter), ...pickListScope(filter), search },
)

export const channelOptions = createQuery(
  $channelQuery,
  listChannelFigures,
  ({ caller: _, search, ...query }) => ({
    ...query,
    search: search || undefined,
    size: optionPageSize,
  }),
)

const $channelNames = atom<Readonly<Record<string, string>>>({})

const nameKey = (caller: string | null, channelId: string | undefined) => `${caller} ${channelId}`

const $knownChannelName = computed(
  [$caller, $filter, $channelNames],
  (caller, { channel }, names) => names[nameKey(caller, channel)] ?? null,
)

const $channelNameQuery = computed([$caller, $filter, $knownChannelName], (caller, { channel }, name) =>
  caller === null || channel === undefined || name !== null ? null : { caller, channel },
)

/** Uses the longest period to find the name of a channel without current figures. */
const channelsById = createQuery($channelNameQuery, listChannelFigures, ({ channel }) => ({
  period: 'six-months' as const,
  search: channel,
}))

export const $selectedChannel = computed(
  [$filter, $knownChannelName, channelsById.$state],
  ({ channel }, name, { result }) => {
    if (channel === undefined) return null
    const found = result?.data.channels.find(({ channelId }) => channelId === channel)
    return { channelId: channel, name: name ?? found?.name ?? channel }
  },
)

export function setChannel(channel: { channelId: string; name: string } | null): void {
  if (channel)
    $channelNames.set({ ...$channelNames.get(), [nameKey($caller.get(), channel.channelId)]: channel.name })
  setParams({ channel: channel?.channelId, cursor: undefined })
}

/** Refining a search replaces the history entry; starting and clearing one push entries. */
export function searchVideos(search: string): void {
  const before = $params.get().search
  setParams({ search, cursor: undefined }, { replace: Boolean(before && search) })
}
