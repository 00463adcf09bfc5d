import type { App } from '#server/platform/http/response/context.ts'
import { sendFile } from '#server/platform/http/response/file-response.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createWav } from './audio.ts'
import { renderChannelPicture, renderCover, renderThumbnail } from './images.ts'

export const getThumbnailPath = (videoId: string) => `demo/thumbnails/${videoId}.svg`
export const getCoverPath = (isrc: string) => `demo/covers/${isrc}.svg`
export const getAudioPath = (isrc: string) => `demo/audio/${isrc}.wav`

/** Absolute, like the thumbnails of real channels. */
export const getChannelPictureUrl = (channelId: string) => `/api/demo/channels/${channelId}.svg`

/** Public: everything is generated from ids alone. */
export function demoRoutes(api: App): void {
  const imageRoutes = [
    { path: '/demo/thumbnails/:file', name: /^(demo-[0-9a-z]{6})\.svg$/, draw: renderThumbnail },
    { path: '/demo/covers/:file', name: /^(KRMIM\d{7})\.svg$/, draw: renderCover },
    { path: '/demo/channels/:file', name: /^(UCdemo-[0-9a-z]{17})\.svg$/, draw: renderChannelPicture },
  ]
  for (const { path, name, draw } of imageRoutes) {
    api.get(path, (c) => {
      const id = name.exec(c.req.param('file') ?? '')?.[1]
      if (!id) throw new Refusal('not_found')
      return c.body(draw(id), 200, {
        'Content-Type': 'image/svg+xml; charset=utf-8',
        'Cache-Control': 'public, max-age=86400',
      })
    })
  }
  api.get('/demo/audio/:file', (c) => {
    const isrc = /^(KRMIM\d{7})\.wav$/.exec(c.req.param('file') ?? '')?.[1]
    if (!isrc) throw new Refusal('not_found')
    const wav = createWav(isrc)
    return sendFile(c, {
      type: 'audio/wav',
      etag: `"${isrc}"`,
      size: wav.length,
      cacheControl: 'public, max-age=86400',
      read: ({ from, to }) => wav.subarray(from, to + 1),
    })
  })
}
