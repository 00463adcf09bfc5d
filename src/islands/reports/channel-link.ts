import { computed } from 'nanostores'
import { ChannelId } from '#contract/reports.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'
import { $path } from '#lib/navigation/router.ts'

export const channelPagePath = '/report-channel'

/** Null on other pages and for what cannot be an id. */
export const $pageChannelId = computed($path, (path) => {
  const id = path.startsWith(`${channelPagePath}/`) ? path.slice(channelPagePath.length + 1) : ''
  return ChannelId.safeParse(id).success ? id : null
})

/** With the period and member of an address. */
export const buildChannelHref = (channelId: string, params: Readonly<Record<string, string>>) =>
  localizePath(buildReportPath(`${channelPagePath}/${channelId}`, params), locale())
