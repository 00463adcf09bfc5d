import { bodyUpTo } from '#server/body.ts'
import type { Database } from '#server/db/connect.ts'
import { type App, type AppContext, Refusal } from '#server/http.ts'
import { changed, channelPage, indexPage, studioPath } from './youtube-pages.ts'
import { type ListedChannel, selectListed, updateListed } from './youtube-store.ts'
import { studioStyle } from './youtube-style.ts'

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const isChannelId = (text: string) => /^UC[\w-]{22}$/.test(text)

const formBytes = 64 * 1024

/** The pages on which channels of the demonstration are seen and their descriptions edited, as at their platform. */
export function demoYoutubeRoutes(api: App, db: Database): void {
  api.get('/demo/youtube', async (c) => pageOf(c).html(indexPage(c.get('locale'), await selectListed(db))))
  api.get('/demo/youtube/style.css', (c) =>
    c.body(studioStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  )
  api.get('/demo/youtube/:channel', async (c) => {
    const channel = await requireChannel(db, c)
    return pageOf(c).html(channelPage(c.get('locale'), channel, c.req.query('saved') === '1'))
  })
  api.post('/demo/youtube/:channel', async (c) => {
    const channel = await requireChannel(db, c)
    const body = await bodyUpTo(formBytes, c.req.raw)
    if (!body) throw new Refusal('too_large')
    await updateListed(db, changed(channel, new URLSearchParams(new TextDecoder().decode(body))))
    return c.redirect(`${studioPath}/${channel.channelId}?saved=1`, 303)
  })
}

function pageOf(c: AppContext): AppContext {
  c.header('Content-Security-Policy', policy)
  c.header('Vary', 'Accept-Language', { append: true })
  return c
}

async function requireChannel(db: Database, c: AppContext): Promise<ListedChannel> {
  const id = c.req.param('channel') ?? ''
  const [channel] = isChannelId(id) ? await selectListed(db, [id]) : []
  if (!channel) throw new Refusal('not_found')
  return channel
}
