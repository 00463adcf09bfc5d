import * as contract from '#contract/portal/desk/music.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { getPreferredLocales } from '#server/platform/localized-text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeWithdrawn } from '#server/portal/catalog/withdrawal.ts'
import { selectCatalogPage } from './queries.ts'

/** Loads what stores images and recordings only when somebody changes the catalog. */
const loadEdit = () => import('./edit.ts')

export function deskMusicRoutes(app: App, services: Services): void {
  const { db, now, jobs, mediaDir, trackFilesDir } = services

  route(app, services, contract.readCatalog, ({ query, requestedLocale, site }) =>
    selectCatalogPage(db, query, getPreferredLocales(requestedLocale, site.isPlaylist)),
  )

  route(app, services, contract.editTrack, async ({ actor, body: { isrc, change } }) => {
    const { editTrack } = await loadEdit()
    return { hasChanged: await editTrack(db, isrc, change, { actor, action: contract.editTrack.name }) }
  })

  route(app, services, contract.withdrawTracks, async ({ actor, body: { isrcs, withdrawn } }) => {
    const { requireTracks } = await loadEdit()
    await requireTracks(db, isrcs)
    const action = withdrawn ? 'withdrawTracks' : 'restoreTracks'
    const changed = await changeWithdrawn(db, [...new Set(isrcs)], withdrawn, { actor, action })
    if (changed.length > 0) jobs.wake('refresh-lists')
    return { changed: changed.length }
  })

  route(app, services, contract.storeTrackMedia, async ({ actor, body: { isrc, kind, content } }) => {
    const { storeTrackMedia } = await loadEdit()
    const bytes = Buffer.from(content, 'base64')
    if (bytes.length > contract.maxUploadBytes[kind]) throw new Refusal('too_large')
    const recording = { actor, action: contract.storeTrackMedia.name }
    await storeTrackMedia(db, { mediaDir, trackFilesDir }, { isrc, kind, bytes }, recording, now())
    return {}
  })
}
