import * as z from 'zod/mini'

/**
 * Text that an operator wrote, as a tree of known nodes, never HTML, to rule out script injection. Links lead to pages of
 * the site (`/…`) or to http, https or mailto URLs.
 */
export const TextLink = z.string().check(z.regex(/^(?:https?:\/\/|mailto:|\/(?![/\\]))/i))

export type TextInline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis' | 'deleted'; children: TextInline[] }
  | { kind: 'link'; href: string; children: TextInline[] }

export const TextInline: z.ZodMiniType<TextInline> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('break') }),
  z.object({
    kind: z.enum(['strong', 'emphasis', 'deleted']),
    get children() {
      return z.array(TextInline)
    },
  }),
  z.object({
    kind: z.literal('link'),
    href: TextLink,
    get children() {
      return z.array(TextInline)
    },
  }),
])

export type TextBlock =
  | { kind: 'paragraph'; children: TextInline[] }
  | { kind: 'heading'; level: 2 | 3 | 4; children: TextInline[] }
  | { kind: 'list'; start: number | null; items: TextBlock[][] }
  | { kind: 'quote'; children: TextBlock[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }
  | { kind: 'table'; head: TextInline[][]; rows: TextInline[][][] }

export const TextBlock: z.ZodMiniType<TextBlock> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('paragraph'),
    children: z.array(TextInline),
  }),
  z.object({
    kind: z.literal('heading'),
    level: z.literal([2, 3, 4]),
    children: z.array(TextInline),
  }),
  /** `start` is the first number; null: a bulleted list. */
  z.object({
    kind: z.literal('list'),
    start: z.nullable(z.int()),
    get items() {
      return z.array(z.array(TextBlock))
    },
  }),
  z.object({
    kind: z.literal('quote'),
    get children() {
      return z.array(TextBlock)
    },
  }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('rule') }),
  z.object({
    kind: z.literal('table'),
    head: z.array(z.array(TextInline)),
    rows: z.array(z.array(z.array(TextInline))),
  }),
])
