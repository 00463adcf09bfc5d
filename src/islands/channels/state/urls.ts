import type { Channel } from '#contract/channels/channels.ts'
import { apiBaseUrl } from '#lib/api/base-url.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'

/** Demo channel pages are on the API's origin, which can differ from the site's. */
export const getChannelPageUrl = (page: string) =>
  apiBaseUrl.startsWith('http') ? new URL(page, apiBaseUrl).href : page

export const getReportUrl = ({ channelId }: Pick<Channel, 'channelId'>) =>
  localizePath(`/report-channel/${channelId}`, locale())
