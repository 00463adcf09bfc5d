import { sendFile } from '#server/catalogue/send-file.ts'
import { type App, Refusal } from '#server/http.ts'
import { drawChannel, drawCover, drawThumbnail } from './drawings.ts'
import { makeSound } from './sounds.ts'

/** Where the pictures of the demonstration are, below the API's base. */
export const thumbnailPath = (videoId: string) => `demo/thumbnails/${videoId}.svg`
export const coverPath = (isrc: string) => `demo/covers/${isrc}.svg`
export const soundPath = (isrc: string) => `demo/audio/${isrc}.wav`

/** A whole address, as YouTube gives them for channels. */
export const channelPicture = (channelId: string) => `/api/demo/channels/${channelId}.svg`

/** Pictures and sounds of the demonstration, made of ids: for everyone, they tell nothing. */
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
  api.get('/demo/audio/:file', (c) => {
    const isrc = /^(KRMIM\d{7})\.wav$/.exec(c.req.param('file') ?? '')?.[1]
    if (!isrc) throw new Refusal('not_found')
    const wav = makeSound(isrc)
    return sendFile(c, {
      type: 'audio/wav',
      tag: `"${isrc}"`,
      bytes: wav.length,
      cacheControl: 'public, max-age=86400',
      read: ({ from, to }) => wav.subarray(from, to + 1),
    })
  })
}
