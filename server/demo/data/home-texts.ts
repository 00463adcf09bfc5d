import type { Locale } from '#contract/platform/locale.ts'
import type { WrittenHome } from '#server/portal/site/home-texts.ts'

const registerAction: Record<Locale, { label: string; target: string }> = {
  ko: { label: '내 채널 등록하기', target: '/join' },
  en: { label: 'Register my channel', target: '/join' },
  'zh-CN': { label: '添加我的频道', target: '/join' },
  'zh-TW': { label: '新增我的頻道', target: '/join' },
}

/** Keyed by domain. The first site keeps the content of its design. */
export const demoHomes: Readonly<Record<string, WrittenHome>> = {
  'mcn2.localhost': {
    ko: {
      headline: ['산책도 밥상도', '노래 한 곡이면', '쇼츠가 됩니다'],
      lead: '작은 일상을 올리는 채널을 위해, 영상마다 얼마를 벌었는지 온음표가 매일 보여 드립니다.',
      action: registerAction.ko,
    },
    en: {
      headline: ['A walk, a meal,', 'a song: a Short'],
      lead: 'For small channels about everyday life: see each day what every video has earned.',
      action: registerAction.en,
    },
    'zh-CN': {
      headline: ['散步、做饭，', '配上一首歌就是作品'],
      lead: '为记录日常的小频道而做：每天看到每个视频赚了多少。',
      action: registerAction['zh-CN'],
    },
    'zh-TW': {
      headline: ['散步、做飯，', '配上一首歌就是作品'],
      lead: '為記錄日常的小頻道而做：每天看到每部影片賺了多少。',
      action: registerAction['zh-TW'],
    },
    facts: [
      'tracks',
      {
        ko: { value: '2일 뒤', label: '올린 영상의 수익 확인' },
        en: { value: '2 days', label: 'until you see figures' },
        'zh-CN': { value: '2 天后', label: '可查看新视频的收益' },
        'zh-TW': { value: '2 天後', label: '可查看新影片的收益' },
      },
      'counted_to',
    ],
  },
  'mcn3.localhost': {
    ko: {
      headline: ['박자에 맞춰 자르고', '번 만큼 확인하세요'],
      lead: '음악에 맞춰 편집하는 크리에이터의 작업실. 컷이 쌓이는 동안 조회수와 예상 수익도 쌓입니다.',
      action: { label: '작업실 열기', target: '/join' },
    },
    en: {
      headline: ['Edit on the beat,', 'read what it earned'],
      lead: 'A workshop for creators who edit to music: views and earnings add up with every cut.',
      action: { label: 'Open my workshop', target: '/join' },
    },
    'zh-CN': {
      headline: ['踩着节拍剪辑，', '看清每笔收益'],
      lead: '为跟着音乐剪辑的创作者准备的工作室：每一刀都积累播放量和预估收益。',
      action: { label: '打开工作室', target: '/join' },
    },
    'zh-TW': {
      headline: ['踩著節拍剪輯，', '看清每筆收益'],
      lead: '為跟著音樂剪輯的創作者準備的工作室：每一刀都累積觀看次數和預估收益。',
      action: { label: '打開工作室', target: '/join' },
    },
    facts: ['week_views', 'tracks', 'counted_to'],
  },
  // Omits the headline: this design writes one from the week's ranking.
  'mcn4.localhost': {
    ko: {
      lead: '여러 채널을 맡은 네트워크를 위한 지면. 채널과 멤버의 조회수와 예상 수익을 매일 싣습니다.',
      action: { label: '네트워크 등록하기', target: '/join' },
    },
    en: {
      lead: 'The page for networks with many channels: views and earnings by channel, every day.',
      action: { label: 'Register my network', target: '/join' },
    },
    'zh-CN': {
      lead: '为管理多个频道的 MCN 机构而设：每天刊登各频道和成员的播放量与预估收益。',
      action: { label: '登记我的 MCN 机构', target: '/join' },
    },
    'zh-TW': {
      lead: '為管理多個頻道的聯播網（MCN）而設：每天刊登各頻道和成員的觀看次數與預估收益。',
      action: { label: '登記我的聯播網', target: '/join' },
    },
    facts: ['channels', 'countries', 'week_views'],
  },
  'playlist.localhost': {
    ko: {
      headline: ['플레이리스트가', '수익이 되는 곳'],
      lead: '좋아하는 음악으로 만든 쇼츠가 국가마다 얼마를 벌었는지 매일 확인하세요.',
      action: registerAction.ko,
    },
    en: {
      headline: ['Your playlist', 'earns its keep'],
      lead: 'See each day, country by country, what the Shorts you made with music have earned.',
      action: registerAction.en,
    },
    'zh-CN': {
      headline: ['让播放列表', '变成收益'],
      lead: '用喜欢的音乐制作的 Shorts，在各个国家/地区赚了多少，每天都能看到。',
      action: registerAction['zh-CN'],
    },
    'zh-TW': {
      headline: ['讓播放清單', '變成收益'],
      lead: '用喜歡的音樂製作的 Shorts，在每個國家賺了多少，每天都能看到。',
      action: registerAction['zh-TW'],
    },
    facts: ['tracks', 'countries', 'counted_to'],
  },
}
