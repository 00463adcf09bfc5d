import type { Locale } from '#contract/locale.ts'
import {
  changeFavourite,
  listFavourites,
  listMoods,
  listMusics,
  listPopularMusics,
  orderFavourites,
} from '#contract/musics.ts'
import { type App, route, type Services } from '#server/http.ts'
import type { Account, Site } from '#server/session.ts'
import { textIn, wantedLocales } from '#server/translated.ts'
import { changeFavourite as change, orderFavourites as order, selectFavourites } from './favourites.ts'
import { selectPage } from './places.ts'
import { type Reader, selectMoods, selectPopularMusics, selectTracks } from './queries.ts'

interface Asking {
  account: Account | null
  asked: Locale | undefined
  site: Site
}

const readerOf = ({ account, asked, site }: Asking): Reader => ({
  accountId: account?.id ?? null,
  wanted: wantedLocales(asked, site.playlist),
})

export function musicRoutes(app: App, services: Services): void {
  const { db } = services
  const tracks = async (call: Asking, ids: readonly number[]) => ({
    musics: await selectTracks(db, ids, readerOf(call)),
  })

  route(app, services, listPopularMusics, (call) => selectPopularMusics(db, call.query.size, readerOf(call)))

  route(app, services, listMusics, async (call) => {
    const { total, ids } = await selectPage(db, call.query)
    const { page, size } = call.query
    return { total, page, size, ...(await tracks(call, ids)) }
  })

  route(app, services, listMoods, async ({ asked, site, locale }) => {
    const wanted = wantedLocales(asked, site.playlist)
    const moods = (await selectMoods(db)).map((mood) => ({ ...mood, name: textIn(mood.name, wanted) }))
    const { compare } = new Intl.Collator(locale)
    return { moods: moods.sort((a, b) => compare(a.name, b.name)) }
  })

  route(app, services, listFavourites, async (call) =>
    tracks(call, await selectFavourites(db, call.account.id)),
  )

  route(app, services, changeFavourite, async (call) =>
    tracks(call, await change(db, call.account, call.body)),
  )

  route(app, services, orderFavourites, async (call) =>
    tracks(call, await order(db, call.account, call.body.musics)),
  )
}
