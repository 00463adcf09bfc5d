import { atom, computed } from 'nanostores'
import { listChannelFigures } from '#contract/channel-report.ts'
import { readDashboard, readVideoExtremes } from '#contract/reports.ts'
import { $filter, $scope } from '#islands/reports/scope.ts'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { $params, setParams } from '#lib/router.ts'

const choicesAtOnce = 20

const $asked = computed([$scope, $filter], (scope, { period, member, channel }) =>
  scope === null ? null : { scope, period, member, channel },
)

/** The days of the chosen channel; those of all channels are the report that every view has. */
const $oneChannel = computed($asked, (asked) => (asked?.channel ? asked : null))

export const channelReport = query($oneChannel, ({ period, member, channel }, signal) =>
  call(readDashboard, {
    query: { period, member: member ?? undefined, channel: channel ?? undefined },
    signal,
  }),
)

export const extremes = query($asked, ({ period, member, channel }, signal) =>
  call(readVideoExtremes, {
    query: { period, member: member ?? undefined, channel: channel ?? undefined },
    signal,
  }),
)

/** What a channel is looked for by; null while nobody looks. */
const $sought = atom<string | null>(null)

export const findChannels = (text: string | null) => $sought.set(text)

const $channelSearch = computed([$scope, $filter, $sought], (scope, { period, member }, search) =>
  scope === null || search === null ? null : { scope, period, member, search },
)

/** The channels that the chosen one can be changed to, those with the highest profit first. */
export const channelChoices = query($channelSearch, ({ period, member, search }, signal) =>
  call(listChannelFigures, {
    query: { period, member: member ?? undefined, search: search || undefined, size: choicesAtOnce },
    signal,
  }),
)

/** Names of channels that have been chosen here, by who chose. */
const $names = atom<Readonly<Record<string, string>>>({})

const nameKey = (scope: string | null, channelId: string | null) => `${scope} ${channelId}`

const $name = computed(
  [$scope, $filter, $names],
  (scope, { channel }, names) => names[nameKey(scope, channel)] ?? null,
)

const $unnamed = computed([$scope, $filter, $name], (scope, { channel }, name) =>
  scope === null || channel === null || name !== null ? null : { scope, channel },
)

/** In the longest period, since a channel has its name also where it has no figures. */
const foundName = query($unnamed, async ({ channel }, signal) => {
  const { channels } = await call(listChannelFigures, {
    query: { period: 'six-months', search: channel },
    signal,
  })
  return channels.find(({ channelId }) => channelId === channel)?.name ?? null
})

/** The chosen channel; its id stands for its name until that is known. */
export const $chosenChannel = computed(
  [$filter, $name, foundName.$state],
  ({ channel }, name, { answer }) => {
    if (channel === null) return null
    const found = answer?.question.channel === channel ? answer.data : null
    return { channelId: channel, name: name ?? found ?? channel }
  },
)

export function chooseChannel(chosen: { channelId: string; name: string } | null): void {
  if (chosen) $names.set({ ...$names.get(), [nameKey($scope.get(), chosen.channelId)]: chosen.name })
  setParams({ channel: chosen?.channelId, cursor: undefined })
}

/** Words that replace each other are one step back; to search and to stop searching are steps of their own. */
export function searchVideos(search: string): void {
  const before = $params.get().search
  setParams({ search, cursor: undefined }, { replace: Boolean(before && search) })
}
