import { getDemoChannelId } from '#server/demo/data/facts.ts'
import { reviewedChannels } from '#server/demo/data/review-seed.ts'
import { seededLetters } from '#server/demo/data/seeded-random.ts'
import { demoSites } from '#server/demo/data/sites.ts'
import { getChannelPictureUrl } from '#server/demo/media/routes.ts'
import type { FakeYoutubeChannel } from './fake-youtube-api.ts'

interface UnregisteredChannel {
  name: string
  description: string
  subscribers: number
  hidden?: boolean
  /** Slow lookups at first, so that a registration has to wait. */
  isSlow?: boolean
  gone?: boolean
  translations?: Record<string, { title: string; description: string }>
}

const unregisteredDomain = 'youtube'

const unregisteredChannels: UnregisteredChannel[] = [
  {
    name: '느티나무서점',
    description: '동네 서점에서 고른 책 한 권을 35초로 읽어 드립니다.',
    subscribers: 48_260,
  },
  {
    name: '오후의바다',
    description: '매일 오후 네 시, 같은 자리에서 찍은 바다입니다.',
    subscribers: 9_140,
    hidden: true,
  },
  {
    name: 'Paper Boat Sessions',
    description: 'One microphone, one take, one rainy window.',
    subscribers: 131_500,
  },
  {
    name: 'Harbor Lights Cooking',
    description: 'Supper from what the boats bring in.',
    subscribers: 87_930,
    translations: {
      ko: { title: '항구의 저녁밥', description: '오늘 들어온 배에서 고른 재료로 저녁을 짓습니다.' },
      'zh-CN': { title: '港口晚餐', description: '用当天靠岸的渔获做一顿晚饭。' },
      'zh-TW': { title: '港邊晚餐', description: '用當天靠岸的漁獲煮一頓晚餐。' },
    },
  },
  { name: '慢船电台', description: '坐最慢的船，录一路的声音。', subscribers: 22_710 },
  { name: '巷口小廚房', description: '巷口的小廚房，一道菜只要一分鐘。', subscribers: 64_380 },
  {
    name: '느린우체국',
    description: '한 달 뒤에 도착하는 엽서를 대신 부쳐 드립니다.',
    subscribers: 3_905,
    isSlow: true,
  },
  { name: '사라진극장', description: '문을 닫은 극장의 마지막 날들.', subscribers: 15_020, gone: true },
]

export const createDemoHandle = (domain: string, name: string) =>
  `@${name.replaceAll(' ', '')}-${seededLetters(3, domain, name, 'handle')}`.toLowerCase()

export interface DemoYoutubeChannel extends FakeYoutubeChannel {
  handle: string
  gone: boolean
}

const createYoutubeChannel = (domain: string, name: string, description: string): DemoYoutubeChannel => {
  const channelId = getDemoChannelId(domain, name)
  return {
    channelId,
    handle: createDemoHandle(domain, name),
    title: name,
    description,
    localizations: {},
    subscribers: 2_000 + (Number.parseInt(seededLetters(4, channelId, 'subscribers'), 36) % 240_000),
    hiddenSubscribers: false,
    thumbnail: getChannelPictureUrl(channelId),
    publishedAt: '2021-03-02T01:00:00Z',
    gone: false,
  }
}

const createDescription = (playlist: boolean, name: string) =>
  playlist
    ? `${name}: short videos every week, made slowly.`
    : `「${name}」 채널입니다. 짧은 영상을 매주 올립니다.`

export const demoYoutubeChannels: readonly DemoYoutubeChannel[] = [
  ...unregisteredChannels.map(({ name, description, subscribers, hidden, gone, translations }) => ({
    ...createYoutubeChannel(unregisteredDomain, name, description),
    subscribers,
    hiddenSubscribers: hidden ?? false,
    gone: gone ?? false,
    localizations: translations ?? {},
  })),
  ...demoSites.flatMap(({ domain, playlist, channels }) =>
    [...channels, ...reviewedChannels.filter((state) => state.domain === domain)].map(({ name }) =>
      createYoutubeChannel(domain, name, createDescription(playlist, name)),
    ),
  ),
]

export const slowChannelIds: ReadonlySet<string> = new Set(
  unregisteredChannels
    .filter(({ isSlow }) => isSlow)
    .map(({ name }) => getDemoChannelId(unregisteredDomain, name)),
)
