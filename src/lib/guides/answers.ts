import type { Locale } from '#contract/platform/locale.ts'

// Pages that answer a question, for people who search for it. What they say of YouTube and of taxes comes from the
// sources named here; what they say of payment on a site comes from docs/operating and GLOSSARY.md.

/** Addresses by name; their titles are in `guides.json`. */
export const sourceAddresses = {
  'shorts-policies': 'https://support.google.com/youtube/answer/12504220',
  'long-shorts': 'https://support.google.com/youtube/answer/15424877',
  'shorts-music': 'https://support.google.com/youtube/answer/13486873',
  claims: 'https://support.google.com/youtube/answer/6013276',
  'claims-and-removals': 'https://support.google.com/youtube/answer/7002106',
  strikes: 'https://support.google.com/youtube/answer/2814000',
  views: 'https://support.google.com/youtube/thread/333869549',
  'us-tax': 'https://support.google.com/youtube/answer/10391362',
  'network-tax': 'https://support.google.com/youtube/answer/10391273',
  'leaving-a-network': 'https://support.google.com/youtube/answer/7229458',
  'paid-promotion': 'https://support.google.com/youtube/answer/154235',
  'paid-promotion-notice': 'https://support.google.com/youtube/answer/10588440',
  'music-in-ads': 'https://support.google.com/google-ads/answer/16041383',
  'product-tags': 'https://support.google.com/youtube/answer/10191533',
  'korean-endorsements':
    'https://www.easylaw.go.kr/CSP/CnpClsMain.laf?ccfNo=2&cciNo=3&cnpClsNo=1&csmSeq=1575',
  'korean-tax': 'https://www.law.go.kr/법령/소득세법/제129조',
} as const

export type SourceName = keyof typeof sourceAddresses

export const answerEntries = [
  {
    slug: 'how-shorts-earn',
    kind: 'answer',
    checked: '2026-11-27',
    picture: { pool: 'figure-pool' },
    sources: ['shorts-policies', 'shorts-music', 'views'],
    next: '/musics',
    related: ['shorts-rpm', 'copyright-on-shorts', 'getting-paid'],
  },
  {
    slug: 'copyright-on-shorts',
    kind: 'answer',
    checked: '2026-11-27',
    picture: { claim: 'figure-claim' },
    sources: ['claims', 'claims-and-removals', 'strikes', 'long-shorts'],
    next: '/guides/music-not-recognized',
    related: ['shorts-over-a-minute', 'how-shorts-earn', 'pc-upload'],
  },
  {
    slug: 'music-not-recognized',
    kind: 'answer',
    checked: '2026-11-27',
    picture: { recognition: 'figure-recognition' },
    sources: ['claims', 'views', 'long-shorts'],
    next: '/guides/pc-upload',
    related: ['copyright-on-shorts', 'shorts-over-a-minute', 'shorts-rpm'],
  },
  {
    slug: 'music-in-an-editor',
    kind: 'answer',
    checked: '2026-11-27',
    picture: { editor: 'pc-edit' },
    sources: ['claims', 'long-shorts', 'shorts-music'],
    next: '/guides/pc-upload',
    related: ['pc-upload', 'music-not-recognized', 'how-shorts-earn'],
  },
  {
    slug: 'music-for-shorts',
    kind: 'answer',
    checked: '2026-11-27',
    picture: { moods: 'figure-moods' },
    sources: ['shorts-policies', 'long-shorts', 'claims'],
    next: '/musics',
    related: ['music-for-product-shorts', 'music-in-an-editor', 'how-shorts-earn'],
  },
  {
    slug: 'music-for-product-shorts',
    kind: 'answer',
    checked: '2026-11-27',
    picture: { product: 'figure-product' },
    sources: [
      'paid-promotion',
      'paid-promotion-notice',
      'music-in-ads',
      'product-tags',
      'korean-endorsements',
    ],
    next: '/musics/shopping',
    related: ['music-for-shorts', 'copyright-on-shorts', 'how-shorts-earn'],
  },
  {
    slug: 'shorts-over-a-minute',
    kind: 'answer',
    checked: '2026-11-27',
    picture: { minute: 'figure-minute' },
    sources: ['long-shorts', 'shorts-music', 'claims'],
    next: '/guides/mobile-upload',
    related: ['copyright-on-shorts', 'music-not-recognized', 'mobile-unlock'],
  },
  {
    slug: 'shorts-rpm',
    kind: 'answer',
    checked: '2026-11-27',
    picture: { views: 'figure-views' },
    sources: ['shorts-policies', 'views'],
    next: '/#example',
    related: ['how-shorts-earn', 'getting-paid', 'music-not-recognized'],
  },
  {
    slug: 'getting-paid',
    kind: 'answer',
    checked: '2026-11-27',
    picture: { dates: 'figure-dates', amounts: 'figure-amounts' },
    sources: ['network-tax', 'us-tax', 'korean-tax'],
    next: '/config-account',
    related: ['how-shorts-earn', 'shorts-rpm', 'moving-a-channel'],
  },
  {
    slug: 'moving-a-channel',
    kind: 'answer',
    checked: '2026-11-27',
    picture: { registration: 'figure-registration' },
    sources: ['leaving-a-network'],
    next: '/guides/auths',
    related: ['getting-paid', 'auths', 'how-shorts-earn'],
  },
  {
    slug: 'for-networks',
    kind: 'answer',
    checked: '2026-11-27',
    picture: { month: 'figure-month' },
    sources: ['network-tax', 'us-tax', 'korean-tax'],
    next: '/join',
    related: ['getting-paid', 'moving-a-channel', 'how-shorts-earn'],
  },
] as const

/** Asks YouTube Help for the reader's language. */
export function getSourceAddress(name: SourceName, locale: Locale): string {
  const address = new URL(sourceAddresses[name])
  if (address.hostname === 'support.google.com') address.searchParams.set('hl', locale)
  return address.href
}
