import { computed } from 'nanostores'
import { ChannelId } from '#contract/reports/reports.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'
import { $path } from '#lib/navigation/router.ts'

export const channelPagePath = '/report-channel'

/** Null on other pages, and if the path cannot contain an id. */
export const $pageChannelId = computed($path, (path) => {
  const id = path.startsWith(`${channelPagePath}/`) ? path.slice(channelPagePath.length + 1) : ''
  return ChannelId.safeParse(id).success ? id : null
})

type Params = Readonly<Record<string, string>>

/** Keeps the period and member of an address; `listParams` describes the list that links to the channel. */
export const buildChannelHref = (channelId: string, params: Params, listParams: Params = {}) =>
  localizePath(buildReportPath(`${channelPagePath}/${channelId}`, params, listParams), locale())
