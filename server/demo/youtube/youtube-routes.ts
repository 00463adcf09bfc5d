import type { Database } from '#server/platform/db/database.ts'
import { readLimitedBody } from '#server/platform/http/request/request-body.ts'
import type { App, AppContext } from '#server/platform/http/response/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { applyForm, renderChannelPage, renderIndexPage, studioUrl } from './youtube-pages.ts'
import { type StudioChannel, selectStudioChannels, updateStudioChannel } from './youtube-store.ts'
import { studioStyle } from './youtube-style.ts'

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const isChannelId = (text: string) => /^UC[\w-]{22}$/.test(text)

const maxFormBytes = 64 * 1024

export function demoYoutubeRoutes(api: App, db: Database): void {
  api.get('/demo/youtube', async (c) =>
    setPageHeaders(c).html(renderIndexPage(c.get('locale'), await selectStudioChannels(db))),
  )
  api.get('/demo/youtube/style.css', (c) =>
    c.body(studioStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  )
  api.get('/demo/youtube/:channel', async (c) => {
    const channel = await requireChannel(db, c)
    return setPageHeaders(c).html(renderChannelPage(c.get('locale'), channel, c.req.query('saved') === '1'))
  })
  api.post('/demo/youtube/:channel', async (c) => {
    const channel = await requireChannel(db, c)
    const body = await readLimitedBody(maxFormBytes, c.req.raw)
    if (!body) throw new Refusal('too_large')
    await updateStudioChannel(db, applyForm(channel, new URLSearchParams(new TextDecoder().decode(body))))
    return c.redirect(`${studioUrl}/${channel.channelId}?saved=1`, 303)
  })
}

function setPageHeaders(c: AppContext): AppContext {
  c.header('Content-Security-Policy', contentSecurityPolicy)
  c.header('Vary', 'Accept-Language', { append: true })
  return c
}

async function requireChannel(db: Database, c: AppContext): Promise<StudioChannel> {
  const id = c.req.param('channel') ?? ''
  const [channel] = isChannelId(id) ? await selectStudioChannels(db, [id]) : []
  if (!channel) throw new Refusal('not_found')
  return channel
}
