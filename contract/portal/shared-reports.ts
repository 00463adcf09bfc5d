import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { isVisibleText } from '#contract/platform/hidden-characters.ts'
import { Currency, Id } from '#contract/platform/params.ts'
import { CountryFigures } from '#contract/reports/countries.ts'
import {
  ChannelId,
  DailyValues,
  Day,
  DayRange,
  IncompleteDays,
  maxSharedChannels,
  presetPeriods,
} from '#contract/reports/reports.ts'
import { Video } from '#contract/reports/videos.ts'

/** Of one account, at the same time. */
export const maxLiveSharedReports = 50
export const maxSharedTitleLength = 80
export const sharedVideoCount = 10
/** How long a link works. */
export const sharedReportDays = [7, 30, 90] as const
/** The list names a link for so long after its end. */
export const endedSharedReportDays = 90

export const SharedReportTitle = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, errorCode('title_required')),
    z.maxLength(maxSharedTitleLength, errorCode('title_length')),
    z.refine(isVisibleText, errorCode('title_characters')),
  )

/** A preset moves on with the figures; `custom` always has the same days. */
export const SharedTime = z.discriminatedUnion('period', [
  z.object({ period: z.enum(presetPeriods) }),
  z
    .object({ period: z.literal('custom'), from: Day, to: Day })
    .check(z.refine(({ from, to }) => from <= to, { path: ['to'], ...errorCode('day_invalid') })),
])
export type SharedTime = z.infer<typeof SharedTime>

export const SharedReportForm = z.object({
  title: SharedReportTitle,
  channels: z.array(ChannelId).check(z.minLength(1), z.maxLength(maxSharedChannels)),
  time: SharedTime,
  withMoney: z._default(z.boolean(), false),
  days: z.literal([...sharedReportDays]),
})
export type SharedReportForm = z.output<typeof SharedReportForm>

/** 256 random bits in base64url, in the fragment of the link and the body of the call: no log and no referrer has it. */
const SharedReportToken = z.string().check(z.maxLength(200))

export const sharedReportStates = ['live', 'expired', 'revoked'] as const

export const SharedReportSummary = z.object({
  id: z.int(),
  title: z.string(),
  /** The name is null where the person does not see the channel any more: it is left out of the report. */
  channels: z.array(z.object({ channelId: ChannelId, name: z.nullable(z.string()) })),
  time: SharedTime,
  withMoney: z.boolean(),
  state: z.enum(sharedReportStates),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  openCount: z.int(),
  lastOpenedAt: z.nullable(z.iso.datetime()),
})
export type SharedReportSummary = z.infer<typeof SharedReportSummary>

export const listSharedReports = defineEndpoint({
  name: 'listSharedReports',
  summary: 'The links to reports that the caller has made, those that work first.',
  method: 'GET',
  path: 'v2/mcn/shared-reports',
  access: 'account',
  output: z.object({ reports: z.array(SharedReportSummary) }),
})

export const createSharedReport = defineEndpoint({
  name: 'createSharedReport',
  summary: 'Makes a link with which somebody without an account reads a report of some channels.',
  method: 'POST',
  path: 'v2/mcn/shared-reports/create',
  access: 'reports.share',
  limits: [{ name: 'shared-report-link', by: 'account' }],
  traces: ['audit'],
  body: SharedReportForm,
  /** The token is stored as a hash: no later call returns it. */
  output: z.object({ id: z.int(), token: z.string(), expiresAt: z.iso.datetime() }),
  refusals: ['not_found', 'unconfirmed', 'awaiting_approval', 'shared_reports_full', 'too_many'],
})

/** Idempotent. */
export const revokeSharedReport = defineEndpoint({
  name: 'revokeSharedReport',
  summary: 'Ends a link to a report at once.',
  method: 'POST',
  path: 'v2/mcn/shared-reports/revoke',
  access: 'reports.share',
  traces: ['audit'],
  body: z.object({ id: Id }),
  refusals: ['not_found'],
})

export const SharedVideo = z.object({
  ...z.pick(Video, { videoId: true, channelId: true, title: true, publishedAt: true, thumbnail: true }).shape,
  views: z.int(),
})
export type SharedVideo = z.infer<typeof SharedVideo>

const SharedChannel = z.object({
  channelId: ChannelId,
  name: z.string(),
  thumbnail: z.nullable(z.string()),
  /** As YouTube counted them when the channel was last verified; null: hidden or unknown. */
  subscribers: z.nullable(z.int()),
})
export type SharedChannel = z.infer<typeof SharedChannel>

export const SharedReport = z.object({
  title: z.string(),
  time: SharedTime,
  expiresAt: z.iso.datetime(),
  channels: z.array(SharedChannel),
  /** null: no data imported yet for these channels. */
  report: z.nullable(
    z.object({
      range: DayRange,
      incompleteDays: IncompleteDays,
      /** The latest complete day. */
      updatedUntil: Day,
      views: z.int(),
      /** One number per day of `days`: null if the network's day is incomplete, 0 without views. */
      days: z.array(Day),
      dailyViews: DailyValues,
      /** Sorted by views in descending order. */
      videos: z.array(SharedVideo),
      /** Sorted by views in descending order. */
      countries: z.array(z.pick(CountryFigures, { country: true, views: true })),
      /** null unless the person who shares it has chosen to show money: the profit that this person sees. */
      money: z.nullable(z.object({ currency: Currency, profit: z.int() })),
    }),
  ),
})
export type SharedReport = z.infer<typeof SharedReport>

/**
 * One answer for a wrong link, a revoked one, and one of somebody who may not show any of its channels any more:
 * visitors cannot tell these apart. `expired` says only what the link's sender has said.
 */
export const openSharedReport = defineEndpoint({
  name: 'openSharedReport',
  summary: 'A report of some channels, for anybody with a link to it.',
  method: 'POST',
  path: 'v2/shared-reports/open',
  access: 'public',
  limits: [
    { name: 'ip', by: 'address' },
    { name: 'shared-report', counted: 'per link' },
  ],
  traces: ['audit'],
  ignoresSession: true,
  body: z.object({ token: SharedReportToken }),
  output: SharedReport,
  refusals: ['unknown_site', 'not_found', 'expired', 'too_many'],
})
