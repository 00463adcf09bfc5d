import { answerEntries, type SourceName } from './answers.ts'

export type GuideKind = 'index' | 'choice' | 'steps' | 'answer'
export type Platform = 'ios' | 'android' | 'mobile' | 'pc'

export const screenNames = [
  'phone-create',
  'phone-sound',
  'phone-pick',
  'phone-adjust',
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
  'figure-pool',
  'figure-claim',
  'figure-recognition',
  'figure-dates',
  'figure-amounts',
  'figure-minute',
  'figure-views',
  'figure-registration',
  'figure-moods',
  'figure-product',
  'figure-month',
] as const
export type ScreenName = (typeof screenNames)[number]

interface GuideEntry {
  /** Path below `/guides`, '' for the index. */
  readonly slug: string
  readonly kind: GuideKind
  readonly platform?: Platform
  readonly leadsTo?: readonly string[]
  /** The day somebody last compared the guide with YouTube Help. Only that person changes it, never a build. */
  readonly checked: string
  /** The guide first asks readers which limit they have. */
  readonly asksForLimit?: true
  /** The picture of each step, in order. */
  readonly steps?: Readonly<Record<string, ScreenName>>
  /** The picture of an answer, under the name of its file. */
  readonly picture?: Readonly<Record<string, ScreenName>>
  /** Where the facts of an answer come from, compared on the day `checked`. */
  readonly sources?: readonly SourceName[]
  /** Path of what readers of an answer do next. */
  readonly next?: string
  readonly related?: readonly string[]
}

const phoneUpload = {
  create: 'phone-create',
  sound: 'phone-sound',
  pick: 'phone-pick',
  record: 'phone-record',
  volume: 'phone-volume',
  publish: 'phone-publish',
} as const

const phoneUnlock = {
  sound: 'phone-sound',
  pick: 'phone-pick',
  adjust: 'phone-adjust',
  trim: 'phone-trim',
  confirm: 'phone-trimmed',
} as const

export const guideEntries = [
  {
    slug: '',
    kind: 'index',
    checked: '2026-11-23',
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
  {
    slug: 'mobile-upload',
    kind: 'choice',
    checked: '2026-11-23',
    leadsTo: ['ios-mobile-upload', 'aos-mobile-upload'],
  },
  {
    slug: 'ios-mobile-upload',
    kind: 'steps',
    platform: 'ios',
    checked: '2026-11-23',
    steps: phoneUpload,
  },
  {
    slug: 'aos-mobile-upload',
    kind: 'steps',
    platform: 'android',
    checked: '2026-11-23',
    steps: phoneUpload,
  },
  {
    slug: 'pc-upload',
    kind: 'steps',
    platform: 'pc',
    checked: '2026-11-23',
    steps: {
      edit: 'pc-edit',
      upload: 'pc-upload',
      details: 'pc-details',
      publish: 'pc-publish',
      recognition: 'pc-recognition',
    },
  },
  {
    slug: 'mobile-unlock',
    kind: 'choice',
    checked: '2026-11-23',
    asksForLimit: true,
    leadsTo: ['ios-mobile-unlock', 'aos-mobile-unlock'],
  },
  {
    slug: 'ios-mobile-unlock',
    kind: 'steps',
    platform: 'ios',
    checked: '2026-11-23',
    asksForLimit: true,
    steps: phoneUnlock,
  },
  {
    slug: 'aos-mobile-unlock',
    kind: 'steps',
    platform: 'android',
    checked: '2026-11-23',
    asksForLimit: true,
    steps: phoneUnlock,
  },
  {
    slug: 'auths',
    kind: 'choice',
    checked: '2026-11-23',
    leadsTo: ['auths/mobile-auth', 'auths/pc-auth'],
  },
  {
    slug: 'auths/mobile-auth',
    kind: 'steps',
    platform: 'mobile',
    checked: '2026-11-23',
    steps: {
      copy: 'phone-code',
      channel: 'phone-channel',
      paste: 'phone-description',
      save: 'phone-save',
      verify: 'phone-verify',
    },
  },
  {
    slug: 'auths/pc-auth',
    kind: 'steps',
    platform: 'pc',
    checked: '2026-11-23',
    steps: {
      copy: 'pc-code',
      customize: 'pc-customize',
      paste: 'pc-description',
      save: 'pc-save',
      verify: 'pc-verify',
    },
  },
  ...answerEntries,
] as const satisfies readonly GuideEntry[]

export type GuideSlug = (typeof guideEntries)[number]['slug']

export const getGuidePath = (slug: GuideSlug) => (slug === '' ? '/guides' : `/guides/${slug}`)

export const getGuideEntry = (slug: GuideSlug) => {
  const entry = guideEntries.find((candidate) => candidate.slug === slug)
  if (!entry) throw new Error(`No guide is called ${slug}`)
  return entry
}

/** The picture of each step, in order. */
export function getSteps(slug: GuideSlug): Readonly<Record<string, ScreenName>> {
  const entry: GuideEntry = getGuideEntry(slug)
  return entry.steps ?? {}
}

/** All pictures, by the names of their files. */
export function getPictures(slug: GuideSlug): Readonly<Record<string, ScreenName>> {
  const entry: GuideEntry = getGuideEntry(slug)
  return entry.steps ?? entry.picture ?? {}
}

/** Finds the page that lets readers choose among guides such as this one. */
const findChoice = (slug: GuideSlug) =>
  guideEntries.find(
    (entry) => entry.kind === 'choice' && entry.leadsTo.some((candidate) => candidate === slug),
  )

export function getParentGuides(slug: GuideSlug): GuideSlug[] {
  if (slug === '') return []
  const choice = findChoice(slug)
  return choice ? ['', choice.slug] : ['']
}

/** Lists the guides for the same task on each device, including this one; empty if there is no other. */
export function getVariants(slug: GuideSlug): readonly GuideSlug[] {
  const choice = findChoice(slug)
  return choice?.kind === 'choice' ? choice.leadsTo : []
}
