import * as z from 'zod/mini'

/**
 * A notice as a tree of known nodes, never HTML, to rule out script injection. Links lead to pages of the site (`/…`)
 * or to http, https or mailto URLs.
 */
export const NoticeLink = z.string().check(z.regex(/^(?:https?:\/\/|mailto:|\/(?![/\\]))/i))

export type NoticeInline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis' | 'deleted'; children: NoticeInline[] }
  | { kind: 'link'; href: string; children: NoticeInline[] }

export const NoticeInline: z.ZodMiniType<NoticeInline> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('break') }),
  z.object({
    kind: z.enum(['strong', 'emphasis', 'deleted']),
    get children() {
      return z.array(NoticeInline)
    },
  }),
  z.object({
    kind: z.literal('link'),
    href: NoticeLink,
    get children() {
      return z.array(NoticeInline)
    },
  }),
])

export type NoticeBlock =
  | { kind: 'paragraph'; children: NoticeInline[] }
  | { kind: 'heading'; level: 2 | 3 | 4; children: NoticeInline[] }
  | { kind: 'list'; start: number | null; items: NoticeBlock[][] }
  | { kind: 'quote'; children: NoticeBlock[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }
  | { kind: 'table'; head: NoticeInline[][]; rows: NoticeInline[][][] }

export const NoticeBlock: z.ZodMiniType<NoticeBlock> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('paragraph'),
    children: z.array(NoticeInline),
  }),
  z.object({
    kind: z.literal('heading'),
    level: z.literal([2, 3, 4]),
    children: z.array(NoticeInline),
  }),
  /** `start` is the first number; null: a bulleted list. */
  z.object({
    kind: z.literal('list'),
    start: z.nullable(z.int()),
    get items() {
      return z.array(z.array(NoticeBlock))
    },
  }),
  z.object({
    kind: z.literal('quote'),
    get children() {
      return z.array(NoticeBlock)
    },
  }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('rule') }),
  z.object({
    kind: z.literal('table'),
    head: z.array(z.array(NoticeInline)),
    rows: z.array(z.array(z.array(NoticeInline))),
  }),
])
