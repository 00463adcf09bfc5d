/** Tracks of the demonstration: made-up names and registrant code, in the form of the service's official ISRCs. */
export interface DemoTrack {
  name: string
  artist: string
  category: 'BGM' | 'song' | 'OST'
  moods: number[]
  timeLimitSeconds?: number
}

export const demoMoods = [
  { ko: '잔잔한', en: 'Calm', 'zh-CN': '舒缓', 'zh-TW': '舒緩' },
  { ko: '신나는', en: 'Upbeat', 'zh-CN': '欢快', 'zh-TW': '輕快' },
  { ko: '설레는', en: 'Romantic', 'zh-CN': '心动', 'zh-TW': '心動' },
  { ko: '쓸쓸한', en: 'Wistful', 'zh-CN': '感伤', 'zh-TW': '惆悵' },
  { ko: '긴장되는', en: 'Tense', 'zh-CN': '紧张', 'zh-TW': '緊張' },
  { ko: '쇼핑', en: 'Shopping', 'zh-CN': '购物', 'zh-TW': '購物' },
]

export const demoTracks: DemoTrack[] = [
  { name: '비 갠 오후', artist: '하루기타', category: 'BGM', moods: [0] },
  { name: '골목 산책', artist: '모노톤', category: 'BGM', moods: [0, 2] },
  { name: '첫차', artist: '이음', category: 'song', moods: [3], timeLimitSeconds: 30 },
  { name: '복숭아 주스', artist: '여름방', category: 'song', moods: [1, 2] },
  { name: '밤의 편의점', artist: '네온가', category: 'BGM', moods: [0, 5] },
  { name: '달려도 될까', artist: '세 번째 줄', category: 'song', moods: [1] },
  { name: '창문을 열면', artist: '서랍', category: 'OST', moods: [2] },
  { name: '작은 승리', artist: '도트', category: 'BGM', moods: [1, 4] },
  { name: '마지막 정류장', artist: '이음', category: 'OST', moods: [3] },
  { name: '세일 시작', artist: '쇼윈도', category: 'BGM', moods: [1, 5] },
  { name: '눈 오는 마을', artist: '모노톤', category: 'BGM', moods: [0, 3] },
  { name: '두근대는 신호등', artist: '여름방', category: 'song', moods: [2], timeLimitSeconds: 15 },
  { name: '고양이 걸음', artist: '도트', category: 'BGM', moods: [1] },
  { name: '안개 속으로', artist: '서랍', category: 'OST', moods: [4] },
  { name: '장바구니', artist: '쇼윈도', category: 'BGM', moods: [5] },
  { name: '옥상 바람', artist: '하루기타', category: 'BGM', moods: [0] },
  { name: '오후 네 시', artist: '네온가', category: 'song', moods: [0, 3], timeLimitSeconds: 15 },
  { name: '열까지 세면', artist: '세 번째 줄', category: 'song', moods: [4, 1] },
]
