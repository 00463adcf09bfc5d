import type { Locale } from '#contract/platform/locale.ts'
import {
  listFavorites,
  listMoods,
  listMusicRanks,
  listMusics,
  listPopularMusics,
  readMusic,
  reorderFavorites,
  setFavorite,
} from '#contract/portal/musics.ts'
import { type Account, isActive } from '#server/platform/auth/roles.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Call } from '#server/platform/http/request/call.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { getPreferredLocales, localizeText } from '#server/platform/localized-text.ts'
import { readReport } from '#server/reports/figures/scope.ts'
import { withEarnedTracks } from '#server/reports/videos/music-uses.ts'
import { saveFavoriteOrder, selectFavorites, setFavorite as updateFavorite } from './favorites.ts'
import { type MusicPage, selectEarnedPage, selectMusicPage } from './page.ts'
import {
  selectMoods,
  selectMusic,
  selectMusicsById,
  selectPopularMusics,
  selectTrackRanks,
  type Viewer,
} from './queries.ts'

interface ViewerCall {
  account: Account | null
  requestedLocale: Locale | undefined
  site: Site
}

const getViewer = ({ account, requestedLocale, site }: ViewerCall): Viewer => ({
  accountId: account?.id ?? null,
  mayDownload: account !== null && isActive(account),
  locales: getPreferredLocales(requestedLocale, site.isPlaylist),
})

function selectPage(
  services: Services,
  { account, query: { sort, ...query } }: Call<typeof listMusics>,
): Promise<MusicPage> {
  if (sort !== 'earned') return selectMusicPage(services.db, { ...query, sort })
  return readReport(services, account, {}, async (db, scope) => {
    const page = await withEarnedTracks(db, scope, (earned) => selectEarnedPage(db, query, earned))
    return page ?? selectMusicPage(db, { ...query, sort: 'popular' })
  })
}

export function musicRoutes(app: App, services: Services): void {
  const { db } = services
  const loadMusics = async (call: ViewerCall, ids: readonly number[]) => ({
    musics: await selectMusicsById(db, ids, getViewer(call)),
  })

  route(app, services, listPopularMusics, (call) => selectPopularMusics(db, call.query.size, getViewer(call)))

  route(app, services, listMusics, async (call) => {
    const { total, ids } = await selectPage(services, call)
    const { page, size } = call.query
    return { total, page, size, ...(await loadMusics(call, ids)) }
  })

  route(app, services, readMusic, async (call) => ({
    music: await selectMusic(db, call.query.music, getViewer(call)),
  }))

  route(app, services, listMusicRanks, async ({ query }) => ({
    weeks: await selectTrackRanks(db, query.music),
  }))

  route(app, services, listMoods, async ({ requestedLocale, site, locale }) => {
    const locales = getPreferredLocales(requestedLocale, site.isPlaylist)
    const moods = (await selectMoods(db)).map((mood) => ({ ...mood, name: localizeText(mood.name, locales) }))
    const { compare } = new Intl.Collator(locale)
    return { moods: moods.sort((a, b) => compare(a.name, b.name)) }
  })

  route(app, services, listFavorites, async (call) =>
    loadMusics(call, await selectFavorites(db, call.account.id)),
  )

  route(app, services, setFavorite, async (call) =>
    loadMusics(call, await updateFavorite(db, call.account, call.body)),
  )

  route(app, services, reorderFavorites, async (call) =>
    loadMusics(call, await saveFavoriteOrder(db, call.account, call.body.musics)),
  )
}
