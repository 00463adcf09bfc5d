import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { App } from '#server/platform/http/response/context.ts'
import { sendFile } from '#server/platform/http/response/file-response.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MediaKind } from './media-store.ts'

/** Allowlist: only file names that the media store creates are served. */
const fileNamePatterns: Record<MediaKind, RegExp> = {
  covers: /^[0-9a-f]{32}-(?:96|192|384)\.(avif|webp|jpg)$/,
  logos: /^[0-9a-f]{32}\.(png)$/,
  audio: /^[0-9a-f]{32}\.(mp3|m4a|aac|ogg)$/,
  'site-logos': /^[0-9a-f]{32}\.(webp)$/,
  favicons: /^[0-9a-f]{32}-(?:32|180|512)\.(png)$/,
  'site-pictures': /^[0-9a-f]{32}-(?:480|800|1200|1600)\.(avif|webp)$/,
  'share-pictures': /^[0-9a-f]{32}\.(jpg)$/,
}

const contentTypes: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
}

const isMediaKind = (text: string): text is MediaKind => Object.hasOwn(fileNamePatterns, text)

export function mediaRoutes(api: App, { mediaDir }: { mediaDir?: string | undefined }): void {
  api.get('/media/:kind/:file', async (c) => {
    const { kind, file } = c.req.param()
    const extension = isMediaKind(kind) ? fileNamePatterns[kind].exec(file)?.[1] : undefined
    if (!extension || mediaDir === undefined) throw new Refusal('not_found')
    const path = join(mediaDir, kind, file)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile() || found.size === 0) throw new Refusal('not_found')
    return sendFile(c, {
      type: contentTypes[extension] ?? '',
      etag: `"${file}"`,
      size: found.size,
      cacheControl: 'public, max-age=31536000, immutable',
      read: ({ from, to }) =>
        Readable.toWeb(createReadStream(path, { start: from, end: to })) as ReadableStream,
    })
  })
}
