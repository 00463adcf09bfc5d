export type GuideKind = 'index' | 'choice' | 'steps'
export type Platform = 'ios' | 'android' | 'mobile' | 'pc'

interface GuideEntry {
  /** Below `/guides`, '' for the index. */
  readonly slug: string
  readonly kind: GuideKind
  readonly platform?: Platform
  readonly leadsTo?: readonly string[]
}

export const guideEntries = [
  {
    slug: '',
    kind: 'index',
    leadsTo: [
      'ios-mobile-upload',
      'aos-mobile-upload',
      'pc-upload',
      'ios-mobile-unlock',
      'aos-mobile-unlock',
      'auths/mobile-auth',
      'auths/pc-auth',
    ],
  },
  { slug: 'mobile-upload', kind: 'choice', leadsTo: ['ios-mobile-upload', 'aos-mobile-upload'] },
  { slug: 'ios-mobile-upload', kind: 'steps', platform: 'ios' },
  { slug: 'aos-mobile-upload', kind: 'steps', platform: 'android' },
  { slug: 'pc-upload', kind: 'steps', platform: 'pc' },
  { slug: 'mobile-unlock', kind: 'choice', leadsTo: ['ios-mobile-unlock', 'aos-mobile-unlock'] },
  { slug: 'ios-mobile-unlock', kind: 'steps', platform: 'ios' },
  { slug: 'aos-mobile-unlock', kind: 'steps', platform: 'android' },
  { slug: 'auths', kind: 'choice', leadsTo: ['auths/mobile-auth', 'auths/pc-auth'] },
  { slug: 'auths/mobile-auth', kind: 'steps', platform: 'mobile' },
  { slug: 'auths/pc-auth', kind: 'steps', platform: 'pc' },
] as const satisfies readonly GuideEntry[]

export type GuideSlug = (typeof guideEntries)[number]['slug']

export const screenNames = [
  'phone-create',
  'phone-sound',
  'phone-pick',
  'phone-record',
  'phone-volume',
  'phone-publish',
  'phone-trim',
  'phone-trimmed',
  'phone-code',
  'phone-channel',
  'phone-description',
  'phone-save',
  'phone-verify',
  'pc-edit',
  'pc-upload',
  'pc-details',
  'pc-publish',
  'pc-recognition',
  'pc-code',
  'pc-customize',
  'pc-description',
  'pc-save',
  'pc-verify',
] as const
export type ScreenName = (typeof screenNames)[number]
