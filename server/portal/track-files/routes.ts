import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { downloadTrackFile } from '#contract/portal/musics.ts'
import type { TrackFileFormat } from '#contract/reports/tracks.ts'
import { requireActive } from '#server/platform/auth/roles.ts'
import { formatAttachment } from '#server/platform/http/export-route.ts'
import { fileRoute } from '#server/platform/http/file-route.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordDownload, selectDownloadableFile } from './downloads.ts'
import { createTrackFileName } from './file-name.ts'
import { TrackFileStore } from './store.ts'

const contentTypes: Record<TrackFileFormat, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
}

export function trackFileRoutes(app: App, services: Services): void {
  const { db, log, now, trackFilesDir } = services
  const store = trackFilesDir === undefined ? null : new TrackFileStore(trackFilesDir)

  fileRoute(app, services, downloadTrackFile, async ({ account, site, query: { music } }) => {
    requireActive(account)
    const file = await selectDownloadableFile(db, music)
    if ((await store?.getSize(file)) !== file.bytes) {
      log.error({ isrc: file.isrc, file: file.sha256 }, 'the file of a track is missing: doctor says where')
      throw new Refusal('file_missing')
    }
    const path = store?.getPath(file) ?? ''
    return {
      type: contentTypes[file.format],
      etag: `"${file.sha256}"`,
      size: file.bytes,
      cacheControl: 'no-store',
      disposition: formatAttachment(createTrackFileName(file), `${file.isrc}.${file.format}`),
      record: () => recordDownload(db, { fileId: file.id, accountId: account.id, siteId: site.id }, now()),
      read: ({ from, to }) =>
        Readable.toWeb(createReadStream(path, { start: from, end: to })) as ReadableStream,
    }
  })
}
