import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

/** `src/content/<collection>/<locale>/<slug>.mdx`; the id keeps the locale's case. */
const loadCollection = (collection: string) =>
  glob({
    base: `src/content/${collection}`,
    pattern: '**/*.mdx',
    generateId: ({ entry }) => entry.replace(/\.mdx$/, ''),
  })

const PageMeta = z.object({
  title: z.string().min(4).max(70),
  description: z.string().min(30).max(170),
  lead: z.string().min(10),
})

const Step = z.object({
  id: z.string().regex(/^[a-z][a-z-]*$/),
  title: z.string().min(2).max(60),
  /** Text between `**…**` appears on the screen. */
  text: z.string().min(10),
})

const Guide = PageMeta.extend({
  short: z.string().min(2).max(40),
  minutes: z.number().int().positive().optional(),
  steps: z.array(Step).default([]),
  /** What readers of an answer do next: the text of the link to it. */
  next: z.string().min(4).max(60).optional(),
})

export const collections = {
  guides: defineCollection({ loader: loadCollection('guides'), schema: Guide }),
  musics: defineCollection({ loader: loadCollection('musics'), schema: PageMeta }),
  notices: defineCollection({ loader: loadCollection('notices'), schema: PageMeta }),
}
