import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { AddChannelForm, deleteChannel } from '#contract/channels/channel-changes.ts'
import { approvalStatus, reReviewLimits, VerificationStatus } from '#contract/channels/channel-states.ts'
import { endpoints } from '#contract/endpoints.ts'
import { JoinForm, nicknameLength, passwordLength } from '#contract/people/auth.ts'
import { MemberForm } from '#contract/people/member-management.ts'
import { memberPageSize } from '#contract/people/members.ts'
import { currencies, getSiteCurrency } from '#contract/platform/currency.ts'
import { locales, localizePath } from '#contract/platform/locale.ts'
import { laptopBreakpoints, mobileBreakpoint } from '#contract/portal/design.ts'
import { findRedirect } from '#contract/portal/hosting.ts'
import { maxFavorites } from '#contract/portal/musics.ts'
import { MusicCategory } from '#contract/reports/tracks.ts'
import { paletteSize } from '#islands/kit/charts/palette.ts'
import { isCloseGesture } from '#islands/kit/dialogs/use-swipe.ts'
import { isRetryable } from '#lib/api/retry.ts'
import { countryCodes } from '#lib/format/countries.ts'
import { countryCoordinates } from '#lib/format/country-coordinates.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatCount, formatCountShort } from '#lib/format/number.ts'
import { guideEntries } from '#lib/guides/manifest.ts'
import { locale } from '#lib/i18n/strings.ts'
import { reloadOnce } from '#lib/page/chunk-reload.ts'
import { fillHtml } from '#lib/page/fill/fill-html.ts'
import { $spinner, startLoading, stopLoading } from '#lib/page/loading.ts'
import { $isScrolled, $screenClass, getScreenClass } from '#lib/page/screen-class.ts'
import { scrollToElement } from '#lib/page/scroll.ts'
import { $snackbars, notify } from '#lib/page/snackbars.ts'
import { host } from '#lib/site/host.ts'
import { $currency } from '#lib/site/site.ts'
import en from '#locales/en/platform/messages.json' with { type: 'json' }
import { mayCall, plainMember } from '#tests/support/access.ts'
import { createPageContent, createSiteMetadata } from '#tests/support/site-metadata.ts'
import { listTests, type SentencesOf } from './sentences.ts'

type Texts = { readonly [key: string]: string | Texts }

const readTexts = (file: string, locale = 'en') => readFileSync(`src/locales/${locale}/${file}.json`, 'utf8')
const parseTexts = (file: string): Texts => JSON.parse(readTexts(file))
const findText = (file: string, key: string) =>
  key
    .split('.')
    .reduce<string | Texts | undefined>(
      (at, part) => (typeof at === 'object' ? at[part] : at),
      parseTexts(file),
    )
const readSource = (file: string) => readFileSync(file, 'utf8')
const readPage = (path: string) => readSource(join('dist', path, 'index.html'))
const readGuide = (slug: string) => readSource(`src/content/guides/en/${slug}.mdx`)
const readGuides = () =>
  readdirSync('src/content/guides/en', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => readSource(join('src/content/guides/en', name)))
    .join('\n')

/** `app`: the app's shell, with data behind the sign-in; `frame`: the same frame around a page that anybody reads. */
function expectPage(path: string, layout: 'app' | 'frame' | 'plain'): void {
  for (const locale of locales) {
    const html = readPage(localizePath(path, locale))
    expect(html).toContain(`<html lang="${locale}"`)
    expect(html.includes('component-url') && html.includes('AppIsland')).toBe(
      layout === 'app' || path === '/musics',
    )
    expect(html).toContain('href="#main"')
    expect(html.includes(`href="${localizePath('/report-channel', locale)}"`), path).toBe(layout !== 'plain')
  }
}

const listIssues = (
  schema: {
    safeParse: (value: unknown) => { error?: { issues: { path: PropertyKey[]; message: string }[] } }
  },
  value: unknown,
) => (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

const member = { user_id: 'a@b.example', password: '1234', nickname: 'ab' }

const tests: Record<SentencesOf<'text'>, () => void | Promise<void>> = {
  '2 route /': () => expectPage('/', 'plain'),
  '2 route /login': () => expectPage('/login', 'plain'),
  '2 route /join': () => expectPage('/join', 'plain'),
  '2 route /external/auth': () => expectPage('/external/auth', 'plain'),
  '2 route /dashboard': () => expectPage('/dashboard', 'app'),
  '2 route /config-account': () => expectPage('/config-account', 'app'),
  '2 route /language': () => expectPage('/language', 'app'),
  '2 route /manage-channel': () => expectPage('/manage-channel', 'app'),
  '2 route /manage-member': () => expectPage('/manage-member', 'app'),
  '2 route /report-channel': () => expectPage('/report-channel', 'app'),
  '2 route /report-video': () => expectPage('/report-video', 'app'),
  '2 route /payment-info': () => expectPage('/payment-info', 'app'),
  '2 route /notices': () => expectPage('/notices', 'app'),
  '2 route /notices/{id}': () => {
    expect(readPage('/notices')).toContain('data-skeleton="item"')
  },
  '2 route /guides and its children': () => {
    for (const path of [
      '',
      '/aos-mobile-unlock',
      '/aos-mobile-upload',
      '/ios-mobile-unlock',
      '/ios-mobile-upload',
      '/pc-upload',
      '/auths',
      '/auths/mobile-auth',
      '/auths/pc-auth',
    ])
      expectPage(`/guides${path}`, 'frame')
  },
  '2 route /musics and its children': () => {
    expectPage('/musics', 'frame')
    for (const path of ['all', 'shopping', 'tags']) expectPage(`/musics/${path}`, 'app')
  },
  '2 placeholders /guides/mobile-unlock and /guides/mobile-upload': () => {
    for (const path of ['mobile-unlock', 'mobile-upload']) expectPage(`/guides/${path}`, 'frame')
  },
  '2 guides and musics have the layout of the dashboard': () => {
    for (const path of ['/guides', '/musics'])
      for (const entry of ['/dashboard', '/manage-channel', '/payment-info'])
        expect(readPage(path)).toContain(`href="${entry}"`)
  },
  '2 route rules may redirect': () => {
    expect(findRedirect('/en/signin')).toBe('/en/login')
    expect(readSource('dist/_redirects')).toContain('/signin /login 301')
  },
  '2 countries have coordinates for maps': () => {
    for (const code of countryCodes) expect(countryCoordinates[code]).toHaveLength(2)
  },
  '2 music: BGM, song, OST': () => {
    expect(MusicCategory.options).toEqual(['BGM', 'song', 'OST'])
  },
  '2 guides: phones, time limits, PC, verification': () => {
    expect(guideEntries.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining([
        'ios-mobile-upload',
        'aos-mobile-upload',
        'ios-mobile-unlock',
        'aos-mobile-unlock',
        'pc-upload',
        'auths/mobile-auth',
        'auths/pc-auth',
      ]),
    )
  },
  '2 notices: list, and words for none': () => {
    expect(findText('portal/notices', 'empty.title')).toBe('There is no notice of uploads.')
  },
  '3 the picture of a site is used': () => {
    const site = createSiteMetadata({ logo_meta: 'https://a.example/own.png' })
    const html = fillHtml(readPage('/dashboard'), createPageContent({ site }), 'https://a.example')
    expect(html).toMatch(
      /<meta [^>]*(?:property="og:image" content|content)="https:\/\/a\.example\/own\.png"/,
    )
  },
  '3 a snackbar has type and message': () => {
    notify('info', 'Hello')
    expect($snackbars.get()).toMatchObject([{ type: 'info', message: 'Hello' }])
  },
  '3 state: domain, currency, language, screen class, scrolled': () => {
    expect([typeof host, $currency.get(), locale(), $screenClass.get(), $isScrolled.get()]).toEqual([
      'string',
      'KRW',
      'ko',
      'laptop',
      false,
    ])
  },
  '3 about 250 countries by lowercase code': () => {
    expect(Math.abs(countryCodes.length - 250)).toBeLessThan(10)
  },
  '4 approval is 0 to 3': () => {
    expect(approvalStatus).toEqual({ pending: 0, held: 1, approved: 2, rejected: 3 })
  },
  '4 verification is pending, verifying or verified': () => {
    expect(VerificationStatus.options).toEqual(['pending', 'verifying', 'verified'])
  },
  '4 pending channels can be verified, and a tooltip says to verify first': () => {
    expect(findText('platform/messages', 'refusals.unverified')).toBe('Please verify the channel first.')
    expect(findText('channels/channels', 'step.verify')).toBe('Verify')
  },
  '4 steps of the verification on PC and phone': () => {
    const steps = JSON.stringify(findText('channels/channel-dialogs', 'verify.steps'))
    for (const word of ['Copy', 'Customization', 'Basic info', 'Description', 'Publish', 'Save', 'Verify'])
      expect(steps).toContain(word)
  },
  '4 verification goes on while the modal is closed': () => {
    expect(findText('channels/channel-dialogs', 'verify.waiting.text')).toContain(
      'continues even if you close the window',
    )
  },
  '4 the modal shows wait, success, failure': () => {
    expect(findText('channels/channel-dialogs', 'verify.waiting.title')).toBe('Verification in progress')
    expect(findText('channels/channel-dialogs', 'verify.done.title')).toBe(
      'Channel verified. Start monetising!',
    )
    expect(findText('channels/channel-dialogs', 'verify.failed.code_missing.title')).toContain(
      'Please enter the code again.',
    )
  },
  '4 translated descriptions need the code where it is shown': () => {
    expect(findText('channels/channel-dialogs', 'verify.translated')).toContain(
      'in the one that is displayed',
    )
  },
  '4 a channel on hold can be reviewed again, in 1 to 2 business days': () => {
    expect(findText('channels/channel-dialogs', 'review.takes')).toContain('1 to 2 business days')
  },
  '4 after the request a done state shows': () => {
    expect(findText('channels/channel-dialogs', 'review.done.title')).toBe(
      'Another review has been requested',
    )
  },
  '4 once a day, and after 72 hours': () => {
    expect(reReviewLimits).toEqual({ afterHours: 72, everyHours: 24 })
    expect(findText('platform/messages', 'refusals.too_early')).toMatch(/once a day.*72 hours/)
    expect(findText('channels/channels', 'reReview.early')).toMatch(/72 hours.*once a day/)
  },
  '4 a channel registered again earns from its new approval': () => {
    expect(findText('channels/channel-dialogs', 'delete.again')).toContain(
      'from the day it is approved again',
    )
  },
  '4 unassigning keeps channel and revenue': () => {
    expect(findText('channels/channel-dialogs', 'unassign.lead')).toContain(
      'The channel and its revenue stay.',
    )
  },
  '4 the spinner hides shortly after the last load': () => {
    vi.useFakeTimers()
    const unlisten = $spinner.listen(() => {})
    for (const key of ['one', 'other']) startLoading(key)
    stopLoading('one')
    vi.advanceTimersByTime(1_000)
    expect($spinner.get()).toBe('dim')
    stopLoading('other')
    expect($spinner.get()).toBe('dim')
    vi.advanceTimersByTime(500)
    expect($spinner.get()).toBe('none')
    unlisten()
  },
  '4 screen classes by width and design': () => {
    expect(getScreenClass(639, '')).toBe('mobile')
    for (const [design, width] of [
      ['', 1100],
      ['mcn-2', 1280],
      ['mcn-3', 1400],
      ['mcn-4', 1400],
    ] as const)
      expect([getScreenClass(width - 1, design), getScreenClass(width, design)]).toEqual([
        'largeMobile',
        'laptop',
      ])
  },
  '5 join: nickname of 2 to 12 characters': () => {
    const issues = (nickname: string) =>
      listIssues(JoinForm, { email: 'a@b.example', password: '1234', nickname })
    expect([issues(''), issues('a'), issues('ab'), issues('a'.repeat(12)), issues('a'.repeat(13))]).toEqual([
      ['nickname: nickname_required'],
      ['nickname: nickname_length'],
      [],
      [],
      ['nickname: nickname_length'],
    ])
    expect(en.fields.nickname_required).toBe('Please enter a nickname.')
    expect(en.fields.nickname_length).toBe('Nickname may be 2 to 12 characters.')
  },
  '5 channel: link required': () => {
    expect(listIssues(AddChannelForm, { link: ' ', category: 'music' })).toEqual([
      'link: channel_link_required',
    ])
    expect(en.fields.channel_link_required).toBe('Please enter the channel link.')
  },
  '5 channel: category required': () => {
    expect(listIssues(AddChannelForm, { link: '@a', category: '' })).toEqual(['category: category_required'])
    expect(en.fields.category_required).toBe('Please select a channel category.')
  },
  '5 deletion of a channel: notes and password of 4 to 64': () => {
    expect(listIssues(deleteChannel.body, { id: 1, password: '' })).toContain('password: password_required')
    expect(en.fields.acknowledge_required).toBe('Please confirm the notes.')
    expect(en.fields.password_required).toBe('Please enter a password.')
    expect(passwordLength).toEqual({ min: 4, max: 64 })
  },
  '5 creation of a member: email, password of 4 to 64, link optional': () => {
    expect(listIssues(MemberForm, member)).toEqual([])
    expect(listIssues(MemberForm, { ...member, user_id: 'a' })).toEqual(['user_id: email_invalid'])
    for (const password of ['123', 'a'.repeat(65)])
      expect(listIssues(MemberForm, { ...member, password })).toEqual(['password: password_length'])
  },
  '5 creation of a member: nickname of at least 2': () => {
    const issues = (nickname: string) => listIssues(MemberForm, { ...member, nickname })
    expect([issues('a'), issues('ab'), issues('a'.repeat(13)), issues('a'.repeat(101))]).toEqual([
      ['nickname: nickname_short'],
      [],
      [],
      ['nickname: nickname_long'],
    ])
  },
  '5 guides: volume, one track, length, 0:00': () => {
    const guides = readGuides()
    for (const word of ['11 %', '15 %', '35 seconds', '60 seconds', '0:00'])
      expect(guides.replaceAll('\u00a0', ' ').replaceAll('11%', '11 %').replaceAll('15%', '15 %')).toContain(
        word,
      )
  },
  '6 everybody adds, verifies, asks for a review, withdraws': () => {
    const access = new Map(endpoints.map(({ name, access }) => [name, access]))
    for (const name of ['addChannel', 'verifyChannel', 'requestReReview', 'withdrawAccount'])
      for (const holder of [plainMember, { roles: [], isIndependent: true }])
        expect(mayCall(access.get(name) ?? 'partner', holder)).toBe(true)
  },
  '7 a base URL can be configured': async () => {
    vi.stubEnv('PUBLIC_API_URL', 'https://api.example/v1/')
    vi.resetModules()
    expect((await import('#lib/api/base-url.ts')).apiBaseUrl).toBe('https://api.example/v1')
  },
  '7 twelve calls': () => {
    const calls = endpoints.map(({ method, path }) => `${method} ${path}`)
    for (const call of [
      'POST v2/mcn/join',
      'POST member/account/update',
      'POST member/account/delete.account',
      'GET member/me',
      'POST member/mcn/add',
      'GET member/mcn/accounts',
      'POST member/mcn/update',
      'POST member/mcn/delete',
      'POST member/login',
      'POST member/logout',
      'GET member/mcn/contacts',
      'GET v2/mcn/meta',
    ])
      expect(calls).toContain(call)
  },
  '7 payloads of the calls': () => {
    const payloads = {
      'member/account/update': ['password', 'new_password', 'nickname'],
      'member/account/delete.account': ['password'],
      'member/mcn/add': ['user_id', 'password', 'nickname', 'channels'],
      'member/mcn/update': ['target', 'password', 'fee_rate'],
      'member/mcn/delete': ['target', 'password'],
      'member/login': ['id', 'password'],
    }
    for (const [path, names] of Object.entries(payloads)) {
      const body = endpoints.find((endpoint) => endpoint.path === path)?.body
      expect(Object.keys(body && 'shape' in body ? (body.shape as object) : {}), path).toEqual(
        expect.arrayContaining(names),
      )
    }
  },
  '7 build manifest': () => {
    expect(JSON.parse(readSource('dist/version.json')).build).toMatch(/^[0-9a-f]{16}$/)
  },
  '7 a payload file for each prerendered route': () => {
    expect(readPage('/guides/pc-upload')).toContain('id="strings"')
    expect(readdirSync('dist/guides/pc-upload').filter((name) => /payload|\.json$/.test(name))).toEqual([])
  },
  '7 eight statuses are tried again': () => {
    const statuses = Array.from({ length: 200 }, (_, at) => 400 + at)
    expect(statuses.filter(isRetryable)).toEqual([408, 409, 425, 429, 500, 502, 503, 504])
  },
  '8 default messages of statuses': () => {
    expect(findText('kit/errors', 'notFound.title')).toBe('Page Not Found')
    expect(findText('kit/errors', 'broken.title')).toBe('Internal Server Error')
  },
  '8 a missing chunk reloads once per 10 seconds and path': () => {
    vi.useFakeTimers()
    const stored = new Map<string, string>()
    const reload = vi.fn()
    vi.stubGlobal('location', { pathname: '/one', reload })
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    })
    expect([reloadOnce(), reloadOnce()]).toEqual([true, false])
    vi.stubGlobal('location', { pathname: '/other', reload })
    expect(reloadOnce()).toBe(true)
    vi.advanceTimersByTime(10_000)
    expect(reloadOnce()).toBe(true)
    expect(reload).toHaveBeenCalledTimes(3)
  },
  '8 failure of the verification': () => {
    expect(findText('channels/channel-dialogs', 'verify.failed.code_missing.title')).toBe(
      'Channel verification could not be completed. Please enter the code again.',
    )
  },
  '8 the generic error': () => {
    expect(en.refusals.internal).toBe('An error occurred.')
  },
  '8 eleven success messages': () => {
    const messages = [
      ['people/auth', 'join.done.title'],
      ['channels/channel-dialogs', 'assign.done'],
      ['channels/channel-dialogs', 'unassign.done'],
      ['channels/channel-dialogs', 'delete.done'],
      ['people/member-dialogs', 'add.done'],
      ['people/member-dialogs', 'delete.done'],
      ['people/account', 'password.changed'],
      ['people/account', 'profile.changed'],
      ['people/account', 'withdraw.done'],
      ['channels/channel-dialogs', 'verify.copied'],
      ['portal/isrc', 'copied'],
    ] as const
    expect(messages.map(([file, key]) => findText(file, key))).toEqual([
      'Registration complete',
      'Channel assigned.',
      'Assignment canceled.',
      'Channel deleted.',
      'The member has been created.',
      'The member has been deleted.',
      'Password changed.',
      'Changes complete.',
      'Account deleted',
      'Verification code copied.',
      'ISRC copied.',
    ])
  },
  '9 four languages': () => {
    expect(locales).toEqual(['ko', 'en', 'zh-CN', 'zh-TW'])
  },
  '9 won by default, or dollars': () => {
    expect([getSiteCurrency(false), getSiteCurrency(true)]).toEqual(['KRW', 'USD'])
    expect([...currencies].sort()).toEqual(['KRW', 'USD'])
  },
  '9 dates follow the language': () => {
    expect([formatDay('2026-11-05', 'ko'), formatDay('2026-11-05', 'en')]).toEqual([
      '2026.11.05',
      'Nov 5, 2026',
    ])
  },
  '9 K, M, B and 천, 만, 억': () => {
    expect([12_345, 12_345_678, 2_345_678_901].map((value) => formatCountShort(value, 'en').at(-1))).toEqual([
      'K',
      'M',
      'B',
    ])
    expect([5_000, 48_000, 480_000_000].map((value) => formatCount(value, 'ko').at(-1))).toEqual([
      '천',
      '만',
      '억',
    ])
  },
  '9 breakpoints 640 and 1100, 1280, 1400': () => {
    expect(mobileBreakpoint).toBe(640)
    expect(laptopBreakpoints).toEqual({ '': 1100, 'mcn-2': 1280, 'mcn-3': 1400, 'mcn-4': 1400 })
  },
  '9 a resize counts after 50 ms': async () => {
    vi.resetModules()
    const { $screenClass } = await import('#lib/page/screen-class.ts')
    vi.useFakeTimers()
    const listeners = new Map<string, () => void>()
    vi.stubGlobal('window', { innerWidth: 1200 })
    vi.stubGlobal('addEventListener', (name: string, run: () => void) => listeners.set(name, run))
    vi.stubGlobal('removeEventListener', () => {})
    const unlisten = $screenClass.listen(() => {})
    vi.stubGlobal('window', { innerWidth: 600 })
    listeners.get('resize')?.()
    vi.advanceTimersByTime(49)
    expect($screenClass.get()).toBe('laptop')
    vi.advanceTimersByTime(1)
    expect($screenClass.get()).toBe('mobile')
    unlisten()
  },
  '9 passwords, nicknames, favorites': () => {
    expect([passwordLength, nicknameLength, maxFavorites]).toEqual([
      { min: 4, max: 64 },
      { min: 2, max: 12 },
      10,
    ])
  },
  '9 50 accounts on a page': () => {
    expect(memberPageSize).toBe(50)
  },
  '9 re-review and review times': () => {
    expect(findText('channels/channels', 'step.reviewTime')).toMatch(/1.2 business days/)
    expect(reReviewLimits.afterHours).toBe(72)
  },
  '9 revenue after 2 days, recognition in 1 to 3': () => {
    expect(readGuide('pc-upload')).toMatch(/1 to 3 days/)
    expect(readGuides()).toMatch(/2 days|two days/)
  },
  '9 what vanishes with a channel': () => {
    expect(findText('channels/channel-dialogs', 'delete.below.KRW')).toMatch(
      /under 10,000 cannot be withdrawn and vanish/,
    )
    expect(findText('channels/channel-dialogs', 'delete.above.KRW')).toMatch(/10,000 points or more/)
    expect(findText('channels/channel-dialogs', 'delete.below.USD')).toMatch(/below 20 dollars/)
    expect(readTexts('channels/channel-dialogs')).not.toMatch(/yuan/)
  },
  '9 a swipe of 10 percent or 300 ms': () => {
    const swipe = (distance: number, durationMs: number) =>
      isCloseGesture({ distance, size: 400, durationMs })
    expect([swipe(41, 900), swipe(39, 900), swipe(20, 300), swipe(20, 301)]).toEqual([
      true,
      false,
      true,
      false,
    ])
  },
  '9 scrolling: offset 120, 400 ms': () => {
    let [now, frame] = [0, () => {}]
    const scrollTo = vi.fn()
    vi.stubGlobal('scrollY', 0)
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    vi.stubGlobal('performance', { now: () => now })
    vi.stubGlobal('requestAnimationFrame', (next: () => void) => {
      frame = next
    })
    vi.stubGlobal('scrollTo', scrollTo)
    scrollToElement({ getBoundingClientRect: () => ({ top: 1_120 }) } as Element)
    now = 390
    frame()
    expect(scrollTo.mock.lastCall?.[1]).toBeLessThan(1_000)
    now = 400
    frame()
    expect(scrollTo).toHaveBeenLastCalledWith(0, 1_000)
  },
  '9 30 colors': () => {
    expect(paletteSize).toBe(30)
    expect(readSource('src/islands/kit/charts/palette.css')).toContain('--chart-30')
  },
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

for (const { title, body } of listTests('text', tests)) test(title, body)
