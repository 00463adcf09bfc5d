import { atom, computed } from 'nanostores'
import { listChannelFigures } from '#contract/channel-report.ts'
import { readDashboard, readVideoExtremes } from '#contract/reports.ts'
import { $filter } from '#islands/reports/filter.ts'
import { createQuery } from '#lib/api/query.ts'
import { $scope } from '#lib/api/scope.ts'
import { $params, setParams } from '#lib/navigation/router.ts'

const optionPageSize = 20

const $figuresQuery = computed([$scope, $filter], (scope, { period, member, channel }) =>
  scope === null ? null : { scope, period, member, channel },
)

/** The days of the chosen channel; those of all channels are the report that every view has. */
const $channelReportQuery = computed($figuresQuery, (asked) => (asked?.channel ? asked : null))

export const channelReport = createQuery(
  $channelReportQuery,
  readDashboard,
  ({ scope: _, ...query }) => query,
)

export const extremes = createQuery($figuresQuery, readVideoExtremes, ({ scope: _, ...query }) => query)

/** What a channel is looked for by; null while nobody looks. */
const $channelSearchTerm = atom<string | null>(null)

export const searchChannels = (text: string | null) => $channelSearchTerm.set(text)

const $channelQuery = computed([$scope, $filter, $channelSearchTerm], (scope, { period, member }, search) =>
  scope === null || search === null ? null : { scope, period, member, search },
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

const nameKey = (scope: string | null, channelId: string | undefined) => `${scope} ${channelId}`

const $knownChannelName = computed(
  [$scope, $filter, $channelNames],
  (scope, { channel }, names) => names[nameKey(scope, channel)] ?? null,
)

const $channelNameQuery = computed([$scope, $filter, $knownChannelName], (scope, { channel }, name) =>
  scope === null || channel === undefined || name !== null ? null : { scope, channel },
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
    $channelNames.set({ ...$channelNames.get(), [nameKey($scope.get(), channel.channelId)]: channel.name })
  setParams({ channel: channel?.channelId, cursor: undefined })
}

/** Words that replace each other are one step back; to search and to stop searching are steps of their own. */
export function searchVideos(search: string): void {
  const before = $params.get().search
  setParams({ search, cursor: undefined }, { replace: Boolean(before && search) })
}
