import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { locales } from '#contract/platform/locale.ts'
import { idParam, pageParams } from '#contract/platform/params.ts'
import { TextBlock } from './rich-text.ts'

const noticePageSize = 20

export const NoticeSummary = z.object({
  id: z.int(),
  title: z.string(),
  /** Language of the title; it differs from the requested one where there is no translation. */
  titleLocale: z.optional(z.enum(locales)),
  publishedAt: z.iso.datetime(),
  /** Last edit of the text; null if never edited. */
  editedAt: z.nullable(z.iso.datetime()),
  /** Listed first. */
  pinned: z.boolean(),
  /** Unread, and published after the account was created. */
  isNew: z.boolean(),
})
export type NoticeSummary = z.infer<typeof NoticeSummary>

export const NoticePage = z.object({
  total: z.int(),
  page: z.int(),
  size: z.int(),
  notices: z.array(NoticeSummary),
})
export type NoticePage = z.infer<typeof NoticePage>

export const listNotices = defineEndpoint({
  name: 'listNotices',
  summary: 'The notices of the site: pinned ones first, then the newest.',
  method: 'GET',
  path: 'v2/mcn/notices',
  access: 'account',
  query: z.object({
    ...pageParams({ size: noticePageSize }),
  }),
  output: NoticePage,
})

export const Notice = z.object({
  ...NoticeSummary.shape,
  blocks: z.array(TextBlock),
  blocksLocale: z.optional(z.enum(locales)),
})
export type Notice = z.infer<typeof Notice>

export const readNotice = defineEndpoint({
  name: 'readNotice',
  summary: 'A notice of the site with its text.',
  method: 'GET',
  path: 'v2/mcn/notices/read',
  access: 'account',
  query: z.object({ id: idParam() }),
  output: z.object({ notice: Notice }),
  refusals: ['not_found'],
})

export const markNoticesRead = defineEndpoint({
  name: 'markNoticesRead',
  summary: 'Marks one notice, or all, as read; returns how many are unread.',
  method: 'POST',
  path: 'v2/mcn/notices/seen',
  access: 'account',
  body: z.object({
    /** null: all. */
    id: z.nullable(z.int().check(z.minimum(1))),
  }),
  output: z.object({ unread: z.int() }),
  refusals: ['not_found'],
})
