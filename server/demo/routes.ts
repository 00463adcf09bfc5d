import { type App, Refusal } from '#server/http.ts'
import { drawChannel, drawCover, drawThumbnail } from './drawings.ts'

/** Where the pictures of the demonstration are, below the API's base. */
export const thumbnailPath = (videoId: string) => `demo/thumbnails/${videoId}.svg`
export const coverPath = (isrc: string) => `demo/covers/${isrc}.svg`

/** A whole address, as YouTube gives them for channels. */
export const channelPicture = (channelId: string) => `/api/demo/channels/${channelId}.svg`

/** Pictures of the demonstration's videos, tracks and channels, drawn from their ids: for everyone, they tell nothing. */
export function demoRoutes(api: App): void {
  const kinds = [
    { path: '/demo/thumbnails/:file', name: /^(demo-[0-9a-z]{6})\.svg$/, draw: drawThumbnail },
    { path: '/demo/covers/:file', name: /^(KRMIM\d{7})\.svg$/, draw: drawCover },
    { path: '/demo/channels/:file', name: /^(UCdemo-[0-9a-z]{17})\.svg$/, draw: drawChannel },
  ]
  for (const { path, name, draw } of kinds) {
    api.get(path, (c) => {
      const id = name.exec(c.req.param('file') ?? '')?.[1]
      if (!id) throw new Refusal('not_found')
      return c.body(draw(id), 200, {
        'Content-Type': 'image/svg+xml',
        'Cache-Control': 'public, max-age=86400',
        'Content-Security-Policy': "default-src 'none'",
      })
    })
  }
}
