/** Fictional, with ISRCs in the real format. */
export interface DemoTrack {
  name: string
  artist: string
  category: 'BGM' | 'song' | 'OST'
  moods: string[]
  lengthSeconds: number
  aliases: string[]
  shopping?: true
  exclusive?: true
  audio?: true
  timeLimitSeconds?: number
}

type TrackBasics = Pick<DemoTrack, 'name' | 'artist' | 'category' | 'lengthSeconds'>
type TrackExtras = Omit<DemoTrack, keyof TrackBasics | 'moods' | 'aliases'>

const createTrack = (
  [name, artist, category, lengthSeconds]: [string, string, DemoTrack['category'], number],
  moods: string[],
  aliases: string[],
  extras: TrackExtras = {},
): DemoTrack => ({ name, artist, category, lengthSeconds, moods, aliases, ...extras })

export const demoTracks: DemoTrack[] = [
  createTrack(
    ['비 갠 오후', '하루기타', 'BGM', 132],
    ['calm', 'refreshing'],
    ['After the Rain', '雨后的午后', '雨後的午後'],
    {
      audio: true,
    },
  ),
  createTrack(['골목 산책', '모노톤', 'BGM', 118], ['calm', 'warm'], ['Alley Walk', '小巷散步']),
  createTrack(['첫차', '이음', 'song', 204], ['wistful'], ['First Bus', '首班车', '首班車'], {
    timeLimitSeconds: 30,
  }),
  createTrack(['복숭아 주스', '여름방', 'song', 187], ['upbeat', 'cute'], ['Peach Juice', '蜜桃汁'], {
    audio: true,
  }),
  createTrack(
    ['밤의 편의점', '네온가', 'BGM', 141],
    ['calm', 'dreamy'],
    ['Midnight Store', '夜里的便利店', '夜裡的便利商店'],
    {
      shopping: true,
    },
  ),
  createTrack(
    ['달려도 될까', '세 번째 줄', 'song', 196],
    ['powerful', 'upbeat'],
    ['May I Run', '可以奔跑吗', '可以奔跑嗎'],
    {
      exclusive: true,
    },
  ),
  createTrack(
    ['창문을 열면', '서랍', 'OST', 223],
    ['romantic', 'warm'],
    ['Open the Window', '推开窗', '推開窗'],
    {
      audio: true,
    },
  ),
  createTrack(
    ['작은 승리', '도트', 'BGM', 96],
    ['epic', 'upbeat'],
    ['Small Victory', '小小胜利', '小小勝利'],
  ),
  createTrack(
    ['마지막 정류장', '이음', 'OST', 238],
    ['nostalgic', 'wistful'],
    ['Last Stop', '终点站', '終點站'],
    {
      exclusive: true,
    },
  ),
  createTrack(
    ['세일 시작', '쇼윈도', 'BGM', 64],
    ['upbeat', 'stylish'],
    ['Sale Begins', '特卖开始', '特賣開始'],
    {
      shopping: true,
      audio: true,
    },
  ),
  createTrack(
    ['눈 오는 마을', '모노톤', 'BGM', 155],
    ['calm', 'nostalgic'],
    ['Snowy Village', '下雪的村庄', '下雪的村莊'],
  ),
  createTrack(
    ['두근대는 신호등', '여름방', 'song', 178],
    ['romantic', 'cute'],
    ['Heartbeat Crossing', '心跳红绿灯', '心跳紅綠燈'],
    {
      timeLimitSeconds: 15,
    },
  ),
  createTrack(['고양이 걸음', '도트', 'BGM', 82], ['playful', 'cute'], ['Cat Steps', '猫步', '貓步'], {
    shopping: true,
    audio: true,
  }),
  createTrack(
    ['안개 속으로', '서랍', 'OST', 211],
    ['tense', 'mysterious'],
    ['Into the Fog', '走进雾中', '走進霧中'],
    {
      exclusive: true,
    },
  ),
  createTrack(['장바구니', '쇼윈도', 'BGM', 71], ['stylish'], ['Shopping Cart', '购物车', '購物車'], {
    shopping: true,
  }),
  createTrack(
    ['옥상 바람', '하루기타', 'BGM', 126],
    ['refreshing', 'calm'],
    ['Rooftop Breeze', '天台的风', '頂樓的風'],
    {
      audio: true,
    },
  ),
  createTrack(
    ['오후 네 시', '네온가', 'song', 165],
    ['dreamy', 'wistful'],
    ['Four P.M.', '下午四点', '下午四點'],
    {
      timeLimitSeconds: 15,
    },
  ),
  createTrack(
    ['열까지 세면', '세 번째 줄', 'song', 192],
    ['tense', 'dark'],
    ['Count to Ten', '数到十', '數到十'],
  ),
]
