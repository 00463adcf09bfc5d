import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { locales } from '#contract/platform/locale.ts'
import { Id, idParam, intParam, maxId, pageParams } from '#contract/platform/params.ts'
import { TextBlock } from '#contract/portal/rich-text.ts'

export const noticeStates = ['scheduled', 'published', 'withdrawn'] as const
export type NoticeState = (typeof noticeStates)[number]

/** In characters. */
export const maxNoticeTitleLength = 200
/** In characters. */
export const maxNoticeLength = 100 * 1024
const maxNoticeSites = 200
const maxNotices = 200

/** What is wrong with a text, or is not shown as it is written. */
export const noticeProblemKinds = [
  'front-matter',
  'title-missing',
  'title-long',
  'text-missing',
  'tag',
  'image',
  'image-empty',
  'link',
  'import',
  'expression',
  'more',
] as const
export type NoticeProblemKind = (typeof noticeProblemKinds)[number]

export const NoticeProblem = z.object({
  kind: z.enum(noticeProblemKinds),
  /** Of the text, 1-based. */
  line: z.int(),
  /** What it is about, such as a tag or an address; '': the kind says it all. */
  detail: z.string(),
  /** Otherwise a warning. */
  isError: z.boolean(),
})
export type NoticeProblem = z.infer<typeof NoticeProblem>

const inLocales = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.object({
    ko: z.optional(schema),
    en: z.optional(schema),
    'zh-CN': z.optional(schema),
    'zh-TW': z.optional(schema),
  })

/** `title` may be empty if the text begins with it, as a heading of the first level. */
const NoticeSource = z.object({
  title: z.string().check(z.maxLength(1000)),
  text: z.string().check(z.maxLength(maxNoticeLength)),
})
const NoticeSources = inLocales(NoticeSource)
export type NoticeSources = z.infer<typeof NoticeSources>

/** As long as four texts with escapes may be. */
const maxBodyBytes = 1_536 * 1024

const DeskSite = z.object({
  id: Id,
  domain: z.string(),
  name: z.string(),
  color: z.string(),
  colorDim: z.string(),
  /** The language of readers for whom there is no text. */
  locale: z.enum(locales),
  /** Accounts. */
  people: z.int(),
})
export type NoticeSite = z.infer<typeof DeskSite>

const DeskNoticeSummary = z.object({
  id: Id,
  siteId: Id,
  domain: z.string(),
  title: z.string(),
  titleLocale: z.optional(z.enum(locales)),
  state: z.enum(noticeStates),
  pinned: z.boolean(),
  publishedAt: z.iso.datetime(),
  editedAt: z.nullable(z.iso.datetime()),
  withdrawnAt: z.nullable(z.iso.datetime()),
  languages: z.array(z.enum(locales)),
  /** Accounts that have opened it, of `people`, who were there when it was published. */
  readers: z.int(),
  people: z.int(),
})
export type DeskNoticeSummary = z.infer<typeof DeskNoticeSummary>

export const noticePageSize = 50

export const readDeskNotices = defineEndpoint({
  name: 'readDeskNotices',
  summary:
    'Scheduled, published and withdrawn notices of the sites that the caller’s role is for, newest first, with how many have read them.',
  method: 'GET',
  path: 'v2/mcn/desk/notices',
  access: 'desk.read',
  query: z.object({
    site: z.optional(intParam({ min: 1, max: maxId })),
    state: z.optional(z.enum(noticeStates)),
    ...pageParams({ size: noticePageSize }),
  }),
  output: z.object({
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** By state, of the site or of all. */
    counts: z.object({ scheduled: z.int(), published: z.int(), withdrawn: z.int() }),
    notices: z.array(DeskNoticeSummary),
    sites: z.array(DeskSite),
  }),
})

const LocalizedText = inLocales(z.string())

export const DeskNotice = z.object({
  ...DeskNoticeSummary.shape,
  titles: LocalizedText,
  texts: LocalizedText,
  /** Of the texts, for `editNotices`. */
  version: z.string(),
  /** The same text on other sites. */
  copies: z.array(z.object({ id: Id, siteId: Id, domain: z.string() })),
})
export type DeskNotice = z.infer<typeof DeskNotice>

export const readDeskNotice = defineEndpoint({
  name: 'readDeskNotice',
  summary: 'A notice with its source in every language.',
  method: 'GET',
  path: 'v2/mcn/desk/notices/read',
  access: 'desk.read',
  query: z.object({ id: idParam() }),
  output: z.object({ notice: DeskNotice }),
  refusals: ['not_found'],
})

export const NoticePreview = z.object({
  title: z.string(),
  blocks: z.array(TextBlock),
  problems: z.array(NoticeProblem),
})
export type NoticePreview = z.infer<typeof NoticePreview>

export const previewNotice = defineEndpoint({
  name: 'previewNotice',
  summary: 'What readers would see of texts, and what is wrong with them; stores nothing.',
  method: 'POST',
  path: 'v2/mcn/desk/notices/preview',
  access: 'desk.read',
  limits: [{ name: 'notice-preview', by: 'account' }],
  body: z.object({ sources: NoticeSources }),
  output: z.object({ previews: inLocales(NoticePreview) }),
  maxBodyBytes,
})

export const publishNotice = defineEndpoint({
  name: 'publishNotice',
  summary:
    'Publishes a notice on sites, now or at a given time. A site that already has it with the same title and text does not get it again.',
  method: 'POST',
  path: 'v2/mcn/desk/notices/publish',
  access: 'notices.change',
  limits: [{ name: 'desk', by: 'account' }],
  traces: ['audit'],
  body: z.object({
    siteIds: z.array(Id).check(z.minLength(1), z.maxLength(maxNoticeSites)),
    sources: NoticeSources,
    pinned: z.boolean(),
    /** null: now. */
    publishAt: z.nullable(z.iso.datetime({ offset: true })),
  }),
  output: z.object({ notices: z.array(z.object({ id: Id, siteId: Id, isNew: z.boolean() })) }),
  refusals: ['invalid', 'not_found', 'too_many'],
  maxBodyBytes,
})

const Ids = z.array(Id).check(z.minLength(1), z.maxLength(maxNotices))

export const editNotices = defineEndpoint({
  name: 'editNotices',
  summary:
    'Replaces the texts of notices: languages that are left out are removed. Readers see the day of the edit; nothing becomes unread.',
  method: 'POST',
  path: 'v2/mcn/desk/notices/edit',
  access: 'notices.change',
  limits: [{ name: 'desk', by: 'account' }],
  traces: ['audit'],
  /** `version`: of the texts that were read; another one is refused as `outdated`. */
  body: z.object({ ids: Ids, sources: NoticeSources, version: z.string().check(z.maxLength(64)) }),
  output: z.object({ changed: z.int() }),
  refusals: ['invalid', 'not_found', 'outdated', 'too_many'],
  maxBodyBytes,
})

export const noticeChanges = ['pin', 'unpin', 'withdraw', 'restore'] as const
export type NoticeChange = (typeof noticeChanges)[number]

export const changeNotices = defineEndpoint({
  name: 'changeNotices',
  summary: 'Pins, unpins, withdraws or restores notices; each can be taken back by its opposite.',
  method: 'POST',
  path: 'v2/mcn/desk/notices/change',
  access: 'notices.change',
  traces: ['audit'],
  body: z.object({ ids: Ids, change: z.enum(noticeChanges) }),
  output: z.object({ changed: z.int() }),
  refusals: ['not_found'],
})

export const rescheduleNotices = defineEndpoint({
  name: 'rescheduleNotices',
  summary: 'Moves the time of notices that are not published yet; null publishes them now.',
  method: 'POST',
  path: 'v2/mcn/desk/notices/reschedule',
  access: 'notices.change',
  traces: ['audit'],
  body: z.object({ ids: Ids, publishAt: z.nullable(z.iso.datetime({ offset: true })) }),
  output: z.object({ changed: z.int() }),
  refusals: ['not_found', 'outdated'],
})
