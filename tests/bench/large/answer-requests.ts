import { listChannels } from '#contract/channels/channels.ts'
import { listMembers } from '#contract/people/members.ts'
import { listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import { readCountries } from '#contract/reports/countries.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { moverKinds, readMovers } from '#contract/reports/movers.ts'
import { readPriceSpread } from '#contract/reports/price-spread.ts'
import { readReportEvents } from '#contract/reports/report-events.ts'
import { readVideo, readVideoContext, readVideoCurve } from '#contract/reports/video-detail.ts'
import {
  formatVideoKey,
  listVideos,
  readVideoExtremes,
  readVideoTotals,
  readVideoTrends,
} from '#contract/reports/videos.ts'
import type { BenchRequest } from '#tests/bench/latency.ts'
import { callRemote } from '#tests/support/remote-api.ts'

export interface AnswerTokens {
  manager: string
  member: string
}

/** Days without a materialized list. */
const custom = { period: 'custom', from: '2026-06-10', to: '2026-07-24' }
const sixMonths = { period: 'six-months' }
const month = { period: 'month' }
const year = { period: 'year' }

/** Creates the screens' requests beyond lists and totals of calendar periods (decisions 0042, 0043, 0045 and 0046). */
export async function createAnswerRequests(
  origin: string,
  { manager, member }: AnswerTokens,
): Promise<BenchRequest[]> {
  const { videos } = await callRemote(origin, listVideos, { token: manager, query: sixMonths })
  const { channels } = await callRemote(origin, listChannelFigures, { token: manager, query: sixMonths })
  const [video, lastVideo] = [videos[0], videos.at(-1)]
  const [channel, lastChannel] = [channels[0]?.channelId ?? '', channels.at(-1)?.channelId ?? '']
  const createRequest = (
    name: string,
    endpoint: BenchRequest['endpoint'],
    query: Record<string, string> = {},
    token = manager,
  ): BenchRequest => ({ name, endpoint, query, token })
  const ofMember = (name: string, endpoint: BenchRequest['endpoint'], query: Record<string, string>) =>
    createRequest(`100 channels: ${name}`, endpoint, query, member)
  return [
    createRequest('month with its forecast', readDashboard, month),
    createRequest('month, a year earlier', readDashboard, { ...month, compare: 'year' }),
    createRequest('year, for weeks and months', readDashboard, year),
    createRequest('45 days, the days before', readDashboard, custom),
    createRequest('45 days, a year earlier', readDashboard, { ...custom, compare: 'year' }),
    ofMember('45 days, the days before', readDashboard, custom),
    ...moverKinds.flatMap((by) => [
      createRequest(`movers by ${by}, month`, readMovers, { ...month, by }),
      createRequest(`movers by ${by}, 45 days`, readMovers, { ...custom, by }),
      createRequest(`movers by ${by}, 6 months`, readMovers, { ...sixMonths, by }),
      ofMember(`movers by ${by}, 6 months`, readMovers, { ...sixMonths, by }),
    ]),
    createRequest('events, month', readReportEvents, month),
    createRequest('events, year', readReportEvents, year),
    ofMember('events, year', readReportEvents, year),
    createRequest('videos by views, 7 days', listVideos, { period: '7-days' }),
    createRequest('videos by views, 45 days', listVideos, custom),
    createRequest('videos by price, 45 days', listVideos, { ...custom, sort: 'price' }),
    createRequest('videos by views, year', listVideos, year),
    ofMember('videos by views, 45 days', listVideos, custom),
    createRequest('highest and lowest, 45 days', readVideoExtremes, custom),
    createRequest('video totals, month', readVideoTotals, month),
    createRequest('video totals, 6 months', readVideoTotals, sixMonths),
    createRequest('video totals, searched: 먹방', readVideoTotals, { ...sixMonths, search: '먹방' }),
    createRequest('video totals, 45 days', readVideoTotals, custom),
    ofMember('video totals, 6 months', readVideoTotals, sixMonths),
    createRequest('price spread, month', readPriceSpread, month),
    createRequest('price spread, 6 months', readPriceSpread, sixMonths),
    createRequest('price spread, searched: 먹방', readPriceSpread, { ...sixMonths, search: '먹방' }),
    createRequest('price spread, 45 days', readPriceSpread, custom),
    ofMember('price spread, 6 months', readPriceSpread, sixMonths),
    createRequest('trends of a page of videos', readVideoTrends, {
      ...sixMonths,
      videos: videos.map(formatVideoKey).join(),
    }),
    createRequest('channels by profit, 45 days', listChannelFigures, custom),
    createRequest('channels by change, month', listChannelFigures, { ...month, sort: 'change' }),
    createRequest('channels by members, month', listChannelFigures, { ...month, sort: 'members' }),
    ofMember('channels by profit, 45 days', listChannelFigures, custom),
    createRequest('series of channels, 45 days', readChannelSeries, custom),
    createRequest('countries of the network, month', readCountries, month),
    createRequest('countries of the network, 6 months', readCountries, sixMonths),
    ...[
      { size: 'first', id: channel },
      { size: 'twentieth', id: lastChannel },
    ].flatMap(({ size, id }) => [
      createRequest(`${size} channel: 45 days`, readDashboard, { ...custom, channel: id }),
      createRequest(`${size} channel: countries`, readCountries, { ...sixMonths, channel: id }),
      createRequest(`${size} channel: events`, readReportEvents, { ...sixMonths, channel: id }),
      createRequest(`${size} channel: movers by video`, readMovers, {
        ...sixMonths,
        channel: id,
        by: 'video',
      }),
      createRequest(`${size} channel: videos, 45 days`, listVideos, { ...custom, channel: id }),
      createRequest(`${size} channel: video totals`, readVideoTotals, { ...sixMonths, channel: id }),
      createRequest(`${size} channel: price spread`, readPriceSpread, { ...sixMonths, channel: id }),
    ]),
    ...[
      { size: 'first', key: video },
      { size: 'twentieth', key: lastVideo },
    ].flatMap(({ size, key }) => {
      const query = { channel: key?.channelId ?? '', video: key?.videoId ?? '' }
      return [
        createRequest(`${size} video: 45 days`, readVideo, { ...custom, ...query }),
        createRequest(`${size} video: curve and usual band`, readVideoCurve, query),
        createRequest(`${size} video: context`, readVideoContext, { ...sixMonths, ...query }),
      ]
    }),
    createRequest('registrations with timing', listChannels),
    createRequest('registrations with timing, searched', listChannels, { search: '여행' }),
    ofMember('registrations with timing', listChannels, {}),
    createRequest('members of a month', listMembers, { figures: 'month' }),
    createRequest('members of a month by net', listMembers, {
      figures: 'month',
      sort: 'net',
      order: 'desc',
    }),
    createRequest('members of a month, searched', listMembers, { figures: 'month', search: 'member' }),
  ]
}
