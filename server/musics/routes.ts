import { listPopularMusics } from '#contract/musics.ts'
import { type App, route, type Services } from '#server/http.ts'
import { selectPopularMusics } from './queries.ts'

export function musicRoutes(app: App, services: Services): void {
  route(app, services, listPopularMusics, ({ query: { size } }) => selectPopularMusics(services.db, size))
}
