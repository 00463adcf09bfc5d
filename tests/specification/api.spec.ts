import { expect, test } from '@playwright/test'
import { deleteChannel } from '#contract/channels/channel-changes.ts'
import { listChannels } from '#contract/channels/channels.ts'
import { endpoints } from '#contract/endpoints.ts'
import { withdrawAccount } from '#contract/people/account.ts'
import { join } from '#contract/people/auth.ts'
import { addMember, deleteMember, updateMember } from '#contract/people/member-management.ts'
import { listMembers } from '#contract/people/members.ts'
import { readMe } from '#contract/people/session.ts'
import type { Endpoint, EndpointOutput } from '#contract/platform/endpoint.ts'
import { headerNames } from '#contract/platform/headers.ts'
import { getSiteLocale } from '#contract/platform/locale.ts'
import {
  listFavorites,
  listMoods,
  listMusics,
  listPopularMusics,
  setFavorite,
} from '#contract/portal/musics.ts'
import { listNotices, readNotice } from '#contract/portal/notices.ts'
import { readMeta } from '#contract/portal/site.ts'
import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { getProfit, premiumPrice, premiumRate, pricePerView } from '#contract/reports/reports.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import { listVideos, type VideoRow } from '#contract/reports/videos.ts'
import { isForStaff } from '#tests/support/access.ts'
import { callRemote, type RemoteOptions, signInToDemo } from '#tests/support/remote-api.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'
import { listTests, type SentencesOf } from './sentences.ts'

// Without a browser: calls of the API with the demonstration's network.

const origin = `http://localhost:${process.env.E2E_PORT}`
const playlist = 'playlist.localhost'

const tokens = new Map<string, Promise<string>>()
function signIn(email: string, domain = 'localhost'): Promise<string> {
  const known = tokens.get(email) ?? signInToDemo(origin, email, domain)
  tokens.set(email, known)
  return known
}
const asManager = () => signIn('manager@hookline.example')
const asMember = () => signIn('hanip@hookline.example')

const call = <E extends Endpoint>(endpoint: E, options: RemoteOptions = {}): Promise<EndpointOutput<E>> =>
  callRemote(origin, endpoint, options)

/** @returns status and code of a refusal */
async function getRefusal(
  endpoint: Endpoint,
  { body, token = '', headers = {} }: RemoteOptions & { headers?: Record<string, string> },
) {
  const path = `/${endpoint.path}`
  const text = endpoint.method === 'POST' ? JSON.stringify(body ?? {}) : undefined
  const signed = signHeaders(endpoint.method, path, text, { domain: 'localhost', token })
  const response = await fetch(`${origin}/api${path}`, {
    method: endpoint.method,
    body: text ?? null,
    headers: { ...signed, ...headers },
  })
  const { code, fields = {} } = await response.json()
  return [
    response.status,
    code,
    ...Object.entries<{ code: string }>(fields).map(([name, field]) => `${name}: ${field.code}`),
  ]
}

/** Somebody new, whom a test may change. */
async function joinPerson() {
  const email = `letter-${Math.random().toString(36).slice(2)}@hookline.example`
  const password = 'a longer secret'
  const { token } = await call(join, { body: { email, password, nickname: '새사람' } })
  return { email, password, token }
}

async function createMember(form: object = {}) {
  const user_id = `letter-${Math.random().toString(36).slice(2)}@hookline.example`
  const body = { user_id, password: 'a longer secret', nickname: '새 멤버', ...form }
  return { ...(await call(addMember, { token: await asManager(), body })).member, password: body.password }
}

const readFirstVideo = async () => {
  const { videos } = await call(listVideos, { token: await asManager() })
  const [first] = videos
  if (!first) throw new Error('The demonstration has no video.')
  return first
}

const tests: Record<SentencesOf<'api'>, () => Promise<void>> = {
  '1 people register and verify channels, and see revenue and views of channels and videos': async () => {
    const token = await asManager()
    const { channels, counts } = await call(listChannels, { token })
    expect(channels.some(({ verification }) => verification === 'verified')).toBe(true)
    expect(counts.unverified).toBeGreaterThan(0)
    const report = await call(listChannelFigures, { token })
    expect(getProfit(report.channels[0] ?? { grossProfit: 0, netProfit: 0 })).toBeGreaterThan(0)
    const video = await readFirstVideo()
    expect(Math.min(video.views, getProfit(video))).toBeGreaterThan(0)
  },
  '1 a manager creates members, assigns channels, sets fees and passwords': async () => {
    const token = await asManager()
    const { id } = await createMember()
    const { member } = await call(updateMember, { token, body: { target: id, fee_rate: 12.5 } })
    expect(member.fee_rate).toBe(12.5)
    await call(updateMember, {
      token,
      body: { target: id, password: 'another secret', own_password: 'hookline-demo' },
    })
    const names = endpoints.filter(({ access }) => isForStaff(access)).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['assignChannel', 'unassignChannel']))
    await call(deleteMember, { token, body: { target: id, password: 'hookline-demo' } })
  },
  '1 members see the channels assigned to them': async () => {
    const [all, own] = await Promise.all([
      call(listChannels, { token: await asManager() }),
      call(listChannels, { token: await asMember() }),
    ])
    expect(own.total).toBeGreaterThan(0)
    expect(own.total).toBeLessThan(all.total)
  },
  '1 there are music lists, notices and guides': async () => {
    const token = await asMember()
    expect((await call(listMusics, { token })).total).toBeGreaterThan(0)
    expect((await call(listMoods, { token })).moods.length).toBeGreaterThan(0)
    expect((await call(listMusics, { token, query: { shopping: '1' } })).total).toBeGreaterThan(0)
    expect((await call(listPopularMusics)).musics.length).toBeGreaterThan(0)
    expect((await call(listFavorites, { token })).musics).toBeDefined()
    expect((await call(listNotices, { token })).total).toBeGreaterThan(0)
    expect((await fetch(`${origin}/guides`)).status).toBe(200)
  },
  '1 a site is keyed by its domain': async () => {
    const names = await Promise.all(
      ['localhost', playlist, 'mcn2.localhost'].map(
        async (domain) => (await call(readMeta, { query: { domain } })).metadata.domain,
      ),
    )
    expect(names).toEqual(['localhost', playlist, 'mcn2.localhost'])
  },
  '1 language and currency follow the site': async () => {
    const dollars = await call(readDashboard, {
      token: await signIn('manager@playlane.example', playlist),
      domain: playlist,
    })
    const won = await call(readDashboard, { token: await asManager() })
    expect([won.currency, dollars.currency]).toEqual(['KRW', 'USD'])
  },
  '2 four sorts in both directions': async () => {
    const token = await asManager()
    const values: Record<string, (video: VideoRow) => string | number> = {
      date: ({ publishedAt }) => publishedAt ?? '',
      views: ({ views }) => views,
      profit: (video) => getProfit(video),
      price: (video) => pricePerView(video) ?? 0,
    }
    for (const [sort, getValue] of Object.entries(values)) {
      const list = async (order: string) =>
        (await call(listVideos, { token, query: { sort, order } })).videos.map(getValue)
      const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
      const [up, down] = [await list('asc'), await list('desc')]
      expect(up, sort).toEqual(up.toSorted(compare))
      expect(down, sort).toEqual(down.toSorted((a, b) => compare(b, a)))
    }
  },
  '3 a channel has its fields': async () => {
    const token = await asManager()
    const { channels } = await call(listChannels, { token, query: { state: 'approved' } })
    for (const field of [
      'name',
      'thumbnail',
      'approval',
      'category',
      'registeredAt',
      'approvedAt',
      'members',
      'verificationCode',
    ])
      expect(channels[0]).toHaveProperty(field)
    const [row] = (await call(listChannelFigures, { token })).channels
    for (const field of ['shorts', 'views', 'grossProfit']) expect(row).toHaveProperty(field)
  },
  '3 a member has its fields': async () => {
    const [member] = (await call(listMembers, { token: await asManager() })).members
    for (const field of ['user_id', 'nickname', 'channel_url', 'fee_rate', 'registered_at'])
      expect(member).toHaveProperty(field)
  },
  '3 a video has its fields': async () => {
    const video = await readFirstVideo()
    for (const field of ['thumbnail', 'title', 'channelName', 'views', 'premiumViews'])
      expect(video).toHaveProperty(field)
    expect(
      [pricePerView(video), premiumRate(video), premiumPrice(video)].every(
        (value) => typeof value === 'number',
      ),
    ).toBe(true)
    const detail = await call(readVideo, { token: await asManager(), query: { video: video.videoId } })
    for (const field of ['averageWatchRate', 'averageWatchSeconds'])
      expect(detail.totals).toHaveProperty(field)
    expect(detail.musics[0]).toHaveProperty('isrc')
    for (const field of ['country', 'views', 'grossProfit']) expect(detail.countries[0]).toHaveProperty(field)
  },
  '3 a track has its fields': async () => {
    const { musics } = await call(listMusics, { token: await asMember() })
    for (const field of ['id', 'isrc', 'name', 'cover', 'exclusive_logo', 'favorite'])
      expect(musics[0]).toHaveProperty(field)
    expect(musics.find(({ moodTags }) => moodTags.length > 0)?.moodTags[0]).toHaveProperty('id')
  },
  '3 official tracks have an ISRC with KRMIM': async () => {
    const { musics } = await call(listMusics, { token: await asMember(), query: { size: '100' } })
    for (const { isrc, official } of musics) expect(official).toBe(isrc.startsWith('KRMIM'))
  },
  '3 a track can have a time limit': async () => {
    const { musics } = await call(listMusics, { token: await asMember(), query: { size: '100' } })
    expect(new Set(musics.map(({ hasTimeLimit }) => hasTimeLimit)).size).toBe(2)
  },
  '3 a notice has an id': async () => {
    const token = await asMember()
    const [first] = (await call(listNotices, { token })).notices
    expect((await call(readNotice, { token, query: { id: String(first?.id) } })).notice.id).toBe(first?.id)
  },
  '3 a user has permission_flag, and channel_verify_needed, false by default': async () => {
    const { user } = await call(readMe, { token: (await joinPerson()).token })
    expect([user.permission_flag, user.settings.channel_verify_needed]).toEqual([0, false])
    expect((await call(readMe, { token: await asManager() })).user.settings.channel_verify_needed).toBe(true)
  },
  '3 a site has eight fields': async () => {
    const { metadata } = await call(readMeta, { query: { domain: 'localhost' } })
    for (const field of [
      'domain',
      'design_id',
      'color_primary',
      'color_primary_dim',
      'logo_favicon',
      'logo_meta',
      'is_playist',
      'exclusive_logo',
    ])
      expect(metadata).toHaveProperty(field)
  },
  '3 is_playist selects English and dollars': async () => {
    expect((await call(readMeta, { query: { domain: playlist } })).metadata.is_playist).toBe(true)
    const { currency } = await call(readDashboard, {
      token: await signIn('manager@playlane.example', playlist),
      domain: playlist,
    })
    expect(currency).toBe('USD')
    expect(getSiteLocale(true)).toBe('en')
  },
  '3 the response with the site has success, message, metadata': async () => {
    expect(Object.keys(await call(readMeta, { query: { domain: 'localhost' } })).sort()).toEqual([
      'message',
      'metadata',
      'success',
    ])
  },
  '3 the list of accounts has page and size': async () => {
    const token = await asManager()
    expect(await call(listMembers, { token })).toMatchObject({ page: 0, size: 50 })
    expect(await call(listMembers, { token, query: { page: '1', size: '2' } })).toMatchObject({
      page: 1,
      size: 2,
    })
  },
  '4 currency: dollars on playlist sites, else won': async () => {
    const { currency } = await call(listVideos, {
      token: await signIn('manager@playlane.example', playlist),
      domain: playlist,
    })
    expect([(await call(listVideos, { token: await asManager() })).currency, currency]).toEqual([
      'KRW',
      'USD',
    ])
  },
  '5 deletion of a member needs the manager’s password': async () => {
    const token = await asManager()
    const { id } = await createMember()
    expect(await getRefusal(deleteMember, { token, body: { target: id, password: 'not mine' } })).toEqual([
      422,
      'invalid',
      'password: password_wrong',
    ])
    expect(await getRefusal(deleteMember, { token, body: { target: id, password: '' } })).toEqual([
      422,
      'invalid',
      'password: password_required',
    ])
    await call(deleteMember, { token, body: { target: id, password: 'hookline-demo' } })
  },
  '5 withdrawal needs the password': async () => {
    const { token, password } = await joinPerson()
    expect(await getRefusal(withdrawAccount, { token, body: { password: 'another' } })).toEqual([
      422,
      'invalid',
      'password: password_wrong',
    ])
    await call(withdrawAccount, { token, body: { password } })
    expect(await getRefusal(readMe, { token })).toEqual([401, 'unauthenticated'])
  },
  '5 at most 10 favorites': async () => {
    const { token } = await joinPerson()
    const { musics } = await call(listMusics, { token })
    for (const { id } of musics.slice(0, 10))
      await call(setFavorite, { token, body: { music: id, favorite: true } })
    expect(await getRefusal(setFavorite, { token, body: { music: musics[10]?.id, favorite: true } })).toEqual(
      [409, 'favorites_full'],
    )
  },
  '6 permission_flag 1 is a manager': async () => {
    const flags = await Promise.all(
      [asManager(), asMember()].map(
        async (token) => (await call(readMe, { token: await token })).user.permission_flag,
      ),
    )
    expect(flags).toEqual([1, 0])
  },
  '6 only managers have members, fees and assignments': async () => {
    const managers = endpoints.filter(({ access }) => isForStaff(access)).map(({ name }) => name)
    expect(managers).toEqual(
      expect.arrayContaining([
        'listMembers',
        'addMember',
        'updateMember',
        'deleteMember',
        'assignChannel',
        'unassignChannel',
      ]),
    )
    expect(await getRefusal(listMembers, { token: await asMember() })).toEqual([403, 'forbidden'])
  },
  '6 deletion of channel and member requires the manager’s password': async () => {
    const token = await asManager()
    const [channel] = (await call(listChannels, { token })).channels
    const body = { id: channel?.id, acknowledged: 'on', password: 'not mine' }
    expect((await getRefusal(deleteChannel, { token, body })).slice(0, 2)).toEqual([422, 'invalid'])
    const { id } = await createMember()
    expect((await getRefusal(deleteMember, { token, body: { target: id, password: 'not mine' } }))[0]).toBe(
      422,
    )
    await call(deleteMember, { token, body: { target: id, password: 'hookline-demo' } })
  },
  '6 members see their channels only': async () => {
    const [all, own] = [await asManager(), await asMember()]
    const ids = new Set((await call(listChannels, { token: own })).channels.map(({ channelId }) => channelId))
    const foreign = (await call(listChannels, { token: all })).channels.find(
      ({ channelId, approval }) => !ids.has(channelId) && approval === 2,
    )
    const query = { channel: foreign?.channelId ?? '' }
    const refusal = await call(readDashboard, { token: own, query }).then(() => '', String)
    expect(refusal).toMatch(/not_found|forbidden/)
    await call(readDashboard, { token: all, query })
  },
  '7 three headers against tampering': async () => {
    const token = await asManager()
    for (const name of [headerNames.requestId, headerNames.requestDigest, headerNames.clientDigest])
      expect((await getRefusal(readMe, { token, headers: { [name]: 'x' } })).slice(0, 2), name).toEqual([
        400,
        'tampered',
      ])
  },
}

for (const { title, body, tag } of listTests('api', tests)) test(title, { tag }, body)
