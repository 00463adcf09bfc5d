import { LRUCache } from 'lru-cache'
import type { TextBlock } from '#contract/portal/rich-text.ts'

/** Of a text, up to a quarter of a second of the processor; see decision 0017. */
const maxTexts = 200

const blocks = new LRUCache<string, Promise<TextBlock[]>>({
  max: maxTexts,
  memoMethod: async (source) => (await import('./blocks.ts')).parseBlocks(source),
})

/** Readers of the same text share its parsing, which loads the parser. */
export const readBlocks = (source: string): Promise<TextBlock[]> => blocks.memo(source)
