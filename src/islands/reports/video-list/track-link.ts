import { localizePath } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'

/** The pages of tracks are below it, by their ids. */
export const tracksPath = '/musics'

/** Keeps the period and member of an address. */
export const buildTrackHref = (id: number, params: Readonly<Record<string, string>>) =>
  localizePath(buildReportPath(`${tracksPath}/${id}`, params), locale())
