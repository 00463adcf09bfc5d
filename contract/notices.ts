import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const noticePageSize = 20

const wholeNumber = z.coerce.number()

export const NoticeEntry = z.object({
  id: z.int(),
  title: z.string(),
  published_at: z.iso.datetime(),
  /** Stays before all others. */
  pinned: z.boolean(),
})
export type NoticeEntry = z.infer<typeof NoticeEntry>

export const Notice = z.object({
  ...NoticeEntry.shape,
  /** Plain text; a line may break within one. */
  paragraphs: z.array(z.string()),
})
export type Notice = z.infer<typeof Notice>

export const NoticePage = z.object({
  total: z.int(),
  page: z.int(),
  size: z.int(),
  notices: z.array(NoticeEntry),
})
export type NoticePage = z.infer<typeof NoticePage>

export const listNotices = endpoint({
  name: 'listNotices',
  method: 'GET',
  path: 'v2/mcn/notices',
  access: 'account',
  query: z.object({
    page: z._default(z.pipe(wholeNumber, z.int().check(z.minimum(0))), 0),
    size: z._default(z.pipe(wholeNumber, z.int().check(z.minimum(1), z.maximum(100))), noticePageSize),
  }),
  output: NoticePage,
})

export const readNotice = endpoint({
  name: 'readNotice',
  method: 'GET',
  path: 'v2/mcn/notices/read',
  access: 'account',
  query: z.object({ id: z.pipe(wholeNumber, z.int().check(z.minimum(1))) }),
  output: z.object({ notice: Notice }),
  refusals: ['not_found'],
})
