import type { ChannelCategory } from '#contract/channels/channel-states.ts'

const categories: Record<string, ChannelCategory> = {
  1: 'film',
  2: 'autos',
  10: 'music',
  15: 'pets',
  17: 'sports',
  19: 'travel',
  20: 'gaming',
  22: 'people',
  23: 'comedy',
  24: 'entertainment',
  25: 'news',
  26: 'howto',
  27: 'education',
  28: 'science',
  29: 'nonprofits',
}

export const getChannelCategory = (id: string | null): ChannelCategory =>
  (id === null ? undefined : categories[id]) ?? 'people'
