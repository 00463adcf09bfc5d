import type { TextKey } from './catalog.ts'

/** Words of screens and of YouTube that the home page and its pictures show. */
export const homeWords = {
  'picture.dashboard': 'shell:views.dashboard',
  'picture.profit': 'common:profit',
  'picture.views': 'video-detail:figures.views',
  'picture.premium': 'reports:figures.premiumViews',
  'picture.trend': 'reports:chart.profit',
  'picture.videos': 'reports:videos.title',
  'session.video': 'shell:views.video',
  'session.track': 'shell:views.musics',
  'example.views': 'video-detail:figures.views',
  'example.gross': 'common:profit',
  'example.premiumProfit': 'reports:videos.premiumProfit',
  'steps.copy': 'common:copy',
  'steps.sound': 'youtube:addedSound',
  'steps.original': 'youtube:originalSound',
  'people.creator.action': 'common:join',
  'people.creator.others': 'shared-report:countries.other',
  'people.network.member': 'lists:member',
  'people.network.profit': 'reports:videos.profit',
  'people.network.fee': 'members:column.rate',
  'people.network.channels': 'common:channelCount',
} as const satisfies Readonly<Record<string, TextKey>>
