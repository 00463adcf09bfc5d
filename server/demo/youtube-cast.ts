import { demoSites } from './cast.ts'
import { demoChannelId } from './figures.ts'
import { letters } from './random.ts'
import { channelPicture } from './routes.ts'
import type { StandInChannel } from './stand-in.ts'
import { demoStates } from './states.ts'

/** A channel that can be registered in the demonstration, as its platform has it. */
interface Unregistered {
  name: string
  about: string
  subscribers: number
  hidden?: boolean
  /** It answers late for a while: a registration has to wait. */
  slow?: boolean
  gone?: boolean
  translations?: Record<string, { title: string; description: string }>
}

const place = 'youtube'

const unregistered: Unregistered[] = [
  {
    name: '느티나무서점',
    about: '동네 서점에서 고른 책 한 권을 35초로 읽어 드립니다.',
    subscribers: 48_260,
  },
  {
    name: '오후의바다',
    about: '매일 오후 네 시, 같은 자리에서 찍은 바다입니다.',
    subscribers: 9_140,
    hidden: true,
  },
  {
    name: 'Paper Boat Sessions',
    about: 'One microphone, one take, one rainy window.',
    subscribers: 131_500,
  },
  {
    name: 'Harbor Lights Cooking',
    about: 'Supper from what the boats bring in.',
    subscribers: 87_930,
    translations: {
      ko: { title: '항구의 저녁밥', description: '오늘 들어온 배에서 고른 재료로 저녁을 짓습니다.' },
      'zh-CN': { title: '港口晚餐', description: '用当天靠岸的渔获做一顿晚饭。' },
      'zh-TW': { title: '港邊晚餐', description: '用當天靠岸的漁獲煮一頓晚餐。' },
    },
  },
  { name: '慢船电台', about: '坐最慢的船，录一路的声音。', subscribers: 22_710 },
  { name: '巷口小廚房', about: '巷口的小廚房，一道菜只要一分鐘。', subscribers: 64_380 },
  {
    name: '느린우체국',
    about: '한 달 뒤에 도착하는 엽서를 대신 부쳐 드립니다.',
    subscribers: 3_905,
    slow: true,
  },
  { name: '사라진극장', about: '문을 닫은 극장의 마지막 날들.', subscribers: 15_020, gone: true },
]

/** With the ending that YouTube gives where a name is taken. */
export const demoHandle = (domain: string, name: string) =>
  `@${name.replaceAll(' ', '')}-${letters(3, domain, name, 'handle')}`.toLowerCase()

export interface DemoPlatformChannel extends StandInChannel {
  handle: string
  gone: boolean
}

const onPlatform = (domain: string, name: string, description: string): DemoPlatformChannel => {
  const channelId = demoChannelId(domain, name)
  return {
    channelId,
    handle: demoHandle(domain, name),
    title: name,
    description,
    localizations: {},
    subscribers: 2_000 + (Number.parseInt(letters(4, channelId, 'subscribers'), 36) % 240_000),
    hiddenSubscribers: false,
    thumbnail: channelPicture(channelId),
    publishedAt: '2021-03-02T01:00:00Z',
    gone: false,
  }
}

const introduced = (playlist: boolean, name: string) =>
  playlist
    ? `${name}: short videos every week, made slowly.`
    : `「${name}」 채널입니다. 짧은 영상을 매주 올립니다.`

/** Every channel of the demonstration's platform: those that are not registered first. */
export const demoPlatform: readonly DemoPlatformChannel[] = [
  ...unregistered.map(({ name, about, subscribers, hidden, gone, translations }) => ({
    ...onPlatform(place, name, about),
    subscribers,
    hiddenSubscribers: hidden ?? false,
    gone: gone ?? false,
    localizations: translations ?? {},
  })),
  ...demoSites.flatMap(({ domain, playlist, channels }) =>
    [...channels, ...demoStates.filter((state) => state.domain === domain)].map(({ name }) =>
      onPlatform(domain, name, introduced(playlist, name)),
    ),
  ),
]

/** The channels that answer late for a while. */
export const slowChannels: ReadonlySet<string> = new Set(
  unregistered.filter(({ slow }) => slow).map(({ name }) => demoChannelId(place, name)),
)
