import type { ActivityFact, RevenueFact } from '#server/reports/ingest/types/facts.ts'
import { seededLetters, seededPick, seededRandom } from './seeded-random.ts'
import type { DemoChannel } from './sites.ts'

/** Day indexes count from the first day of the demo. */
export interface DemoVideo {
  channelId: string
  channelName: string
  videoId: string
  title: string
  lengthSeconds: number
  publishedDayIndex: number
  launchViews: number
  home: Country
  premiumShare: number
  revenueMicrosPerView: number
}

type Country = 'KR' | 'US'

/** `share` of views by country; `worth` of a view relative to the home country. */
const audiencesByHome: Record<Country, { country: string; share: number; worth: number }[]> = {
  KR: [
    { country: 'KR', share: 0.69, worth: 1 },
    { country: 'US', share: 0.11, worth: 2.1 },
    { country: 'JP', share: 0.07, worth: 1.3 },
    { country: 'TW', share: 0.04, worth: 0.8 },
    { country: 'ZZ', share: 0.02, worth: 0.4 },
    { country: 'VN', share: 0.02, worth: 0.3 },
    { country: 'ID', share: 0.016, worth: 0.25 },
    { country: 'TH', share: 0.014, worth: 0.45 },
    { country: 'BR', share: 0.011, worth: 0.5 },
    { country: 'DE', share: 0.009, worth: 1.9 },
  ],
  US: [
    { country: 'US', share: 0.52, worth: 1 },
    { country: 'GB', share: 0.15, worth: 0.9 },
    { country: 'TW', share: 0.12, worth: 0.4 },
    { country: 'CA', share: 0.11, worth: 0.95 },
    { country: 'ZZ', share: 0.03, worth: 0.2 },
    { country: 'AU', share: 0.025, worth: 1.1 },
    { country: 'IN', share: 0.02, worth: 0.15 },
    { country: 'MX', share: 0.012, worth: 0.4 },
    { country: 'PH', share: 0.008, worth: 0.3 },
    { country: 'NZ', share: 0.005, worth: 1 },
  ],
}

const countCountriesAtAge = (age: number) => (age < 3 ? 10 : age < 12 ? 5 : 1)

export const getDemoChannelId = (domain: string, name: string) => `UCdemo-${seededLetters(17, domain, name)}`

interface DemoChannelOfSite {
  domain: string
  channel: DemoChannel
  /** Length of the calendar. */
  days: number
  home: Country
}

export const createDemoVideos = (
  domain: string,
  channel: DemoChannel,
  days: number,
  home: Country,
): DemoVideo[] =>
  Array.from({ length: channel.videoCount }, (_, at) =>
    createDemoVideo({ domain, channel, days, home }, at, 0),
  )

/** Adds what the channel publishes after the calendar, at the same rate, until `lastDayIndex`. */
export function createLaterDemoVideos(
  domain: string,
  channel: DemoChannel,
  days: number,
  home: Country,
  lastDayIndex: number,
): DemoVideo[] {
  const videos: DemoVideo[] = []
  if (channel.videoCount === 0) return videos
  for (let at = channel.videoCount; ; at++) {
    const video = createDemoVideo({ domain, channel, days, home }, at, days)
    if (video.publishedDayIndex > lastDayIndex) return videos
    videos.push(video)
  }
}

function createDemoVideo(
  { domain, channel, days, home }: DemoChannelOfSite,
  at: number,
  firstDayIndex: number,
): DemoVideo {
  const channelId = getDemoChannelId(domain, channel.name)
  const videoId = `demo-${seededLetters(6, channelId, at)}`
  const title = channel.titles[at % channel.titles.length] ?? channel.name
  const repetition = Math.floor(at / channel.titles.length)
  const publishedDayIndex = Math.max(
    firstDayIndex,
    Math.floor(((at + seededRandom(videoId, 'born')) / channel.videoCount) * (days - 2)),
  )
  return {
    channelId,
    channelName: channel.name,
    videoId,
    title: repetition === 0 ? title : createSequelTitle(title, repetition + 1, home),
    lengthSeconds: 18 + Math.floor(seededRandom(videoId, 'length') * 42),
    publishedDayIndex,
    launchViews:
      channel.averageViews *
      (0.3 + 1.6 * (publishedDayIndex / days) ** 1.6) *
      (0.3 + 2.2 * seededRandom(videoId, 'launch') ** 3),
    home,
    premiumShare: 0.05 + 0.05 * seededRandom(videoId, 'premium'),
    revenueMicrosPerView: 150 + 130 * seededRandom(videoId, 'worth'),
  }
}

/** `day`: the one on which it was published. */
export const getPublishedTime = (video: DemoVideo, day: string): string =>
  `${day}T${String(8 + (video.publishedDayIndex % 13)).padStart(2, '0')}:30:00Z`

const createSequelTitle = (title: string, part: number, home: Country) =>
  home === 'KR' ? `${title} ${part}편` : `${title}, part ${part}`

/** Empty before the video is published and once nobody watches it. */
export function createDemoFacts(
  video: DemoVideo,
  dayIndex: number,
  weekday: number,
): { activity: ActivityFact[]; revenue: RevenueFact[] } {
  const age = dayIndex - video.publishedDayIndex
  const activity: ActivityFact[] = []
  const revenue: RevenueFact[] = []
  if (age < 0) return { activity, revenue }
  const weekend = weekday === 0 || weekday === 6 ? 1.22 : 1
  const dailyVariation = 0.8 + 0.4 * seededRandom(video.videoId, dayIndex)
  const secondWave = seededRandom(video.videoId, 'second') > 0.85 && age > 20 && age < 30 ? 4 : 1
  const views = (video.launchViews * weekend * dailyVariation * secondWave) / (1 + age / 2.2) ** 1.15
  for (const { country, share, worth } of audiencesByHome[video.home].slice(0, countCountriesAtAge(age))) {
    const countryViews = Math.round(views * share)
    if (countryViews < 3) continue
    const key = { channelId: video.channelId, videoId: video.videoId, country }
    const watchedRatio = 0.55 + 0.6 * seededRandom(video.videoId, dayIndex, country)
    const premiumViews = Math.round(countryViews * video.premiumShare)
    const revenueMicros = Math.round(countryViews * video.revenueMicrosPerView * worth)
    activity.push({
      ...key,
      views: countryViews,
      premiumViews,
      watchMs: Math.round(countryViews * video.lengthSeconds * 1000 * watchedRatio),
      watchedShare: countryViews * Math.round(watchedRatio * 10_000),
    })
    revenue.push({
      ...key,
      revenueMicros,
      premiumRevenueMicros: Math.round(revenueMicros * 0.28 * (0.8 + watchedRatio / 4)),
    })
  }
  return { activity, revenue }
}

/** Millionths of a won per dollar. */
export function getDemoExchangeRate(day: string, at: number): number {
  return Math.round((1390 + 26 * Math.sin(at / 23) + 9 * (seededRandom('rate', day) - 0.5)) * 100) * 10_000
}

export const pickDemoTrack = <Track>(video: DemoVideo, tracks: readonly Track[]): Track =>
  seededPick(tracks, video.videoId, 'track')
