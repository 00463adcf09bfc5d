import { atom, computed } from 'nanostores'
import { listChannelFigures } from '#contract/channel-report.ts'
import { readDashboard, readVideoExtremes } from '#contract/reports.ts'
import { $filter } from '#islands/reports/filter.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $params, setParams } from '#lib/navigation/router.ts'

const optionPageSize = 20

const $figuresQuery = computed([$caller, $filter], (caller, { period, member, channel }) =>
  caller === null ? null : { caller, period, member, channel },
)

/** The days of the chosen channel; those of all channels are the report that every view has. */
const $channelReportQuery = computed($figuresQuery, (asked) => (asked?.channel ? asked : null))

export const channelReport = createQuery(
  $channelReportQuery,
  readDashboard,
  ({ caller: _, ...query }) => query,
)

export const extremes = createQuery($figuresQuery, readVideoExtremes, ({ caller: _, ...query }) => query)

/** What a channel is looked for by; null while nobody looks. */
const $channelSearchTerm = atom<string | null>(null)

export const searchChannels = (text: string | null) => $channelSearchTerm.set(text)

const $channelQuery = computed(
  [$caller, $filter, $channelSearchTerm],
  (caller, { period, member }, search) =>
    caller === null || search === null ? null : { caller, period, member, search },
)

/** The channels that the chosen one can be changed to, those with the highest profit first. */
export const channelOptions = createQuery(
  $channelQuery,
  listChannelFigures,
  ({ period, member, search }) => ({
    period,
    member,
    search: search || undefined,
    size: optionPageSize,
  }),
)

/** Names of channels that have been chosen here, by who chose. */
const $channelNames = atom<Readonly<Record<string, string>>>({})

const nameKey = (caller: string | null, channelId: string | undefined) => `${caller} ${channelId}`

const $knownChannelName = computed(
  [$caller, $filter, $channelNames],
  (caller, { channel }, names) => names[nameKey(caller, channel)] ?? null,
)

const $channelNameQuery = computed([$caller, $filter, $knownChannelName], (caller, { channel }, name) =>
  caller === null || channel === undefined || name !== null ? null : { caller, channel },
)

/** In the longest period, since a channel has its name also where it has no figures. */
const channelsById = createQuery($channelNameQuery, listChannelFigures, ({ channel }) => ({
  period: 'six-months' as const,
  search: channel,
}))

/** The chosen channel; its id stands for its name until that is known. */
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

/** Words that replace each other are one step back; to search and to stop searching are steps of their own. */
export function searchVideos(search: string): void {
  const before = $params.get().search
  setParams({ search, cursor: undefined }, { replace: Boolean(before && search) })
}
