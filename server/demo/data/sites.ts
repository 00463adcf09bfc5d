import type { DesignId } from '#contract/portal/design.ts'
import type { LocalizedText } from '#server/platform/localized-text.ts'

export const demoPassword = 'hookline-demo'

export interface DemoMember {
  email: string
  nickname: string
  /** `daysAgo`: first day of the rate, counted back from the last day. */
  feeRates: { permille: number; daysAgo: number }[]
}

export interface DemoChannel {
  name: string
  category: string
  approval: 0 | 1 | 2 | 3
  verification: 'pending' | 'verified'
  verificationFailure?: 'code_missing'
  memberEmails: string[]
  videoCount: number
  averageViews: number
  titles: string[]
}

export interface DemoSite {
  domain: string
  name: string
  /** By language, where readers could not read the name. */
  names?: LocalizedText
  designId: DesignId
  colors: [primary: string, dim: string]
  playlist: boolean
  /** Its name. */
  network: string
  manager: { email: string; nickname: string }
  members: DemoMember[]
  channels: DemoChannel[]
}

const sinceStart = 400

const haru: DemoChannel = {
  name: '하루기타',
  category: 'music',
  approval: 2,
  verification: 'verified',
  memberEmails: ['haru@hookline.example'],
  videoCount: 34,
  averageViews: 46_000,
  titles: [
    '비 오는 날 듣는 기타 한 곡, 창가에서',
    '퇴근길에 어울리는 어쿠스틱 35초',
    '손가락 하나로 시작하는 첫 코드',
    '새벽 두 시의 연습실',
    '낡은 기타 줄 갈아 주는 영상',
    '한강에서 버스킹하다 생긴 일',
    '왼손이 아픈 분들께, 자세부터',
    '여름밤 옥상에서 한 소절',
    '카포 하나로 분위기 바꾸기',
    '카페 알바생이 기타를 잡으면',
    '눈 오는 날 녹음한 브리지',
    '관객이 한 명이어도 괜찮은 이유',
  ],
}

const hanip: DemoChannel = {
  name: '한입주방',
  category: 'howto',
  approval: 2,
  verification: 'verified',
  memberEmails: ['hanip@hookline.example'],
  videoCount: 36,
  averageViews: 58_000,
  titles: [
    '30초 만에 끝내는 계란말이',
    '라면에 이것 하나만 넣어 보세요',
    '자취생 김치볶음밥, 설거지는 하나',
    '전자레인지로 만드는 푸딩',
    '두부 한 모로 저녁 끝내기',
    '에어프라이어 감자, 겉은 바삭하게',
    '엄마가 알려 준 멸치볶음 비율',
    '식빵 한 장으로 만든 간식',
    '남은 치킨을 살리는 방법',
    '아침 5분 오트밀, 질리지 않게',
    '떡볶이 양념은 이 순서로',
    '칼 없이 만드는 샐러드',
  ],
}

const mongi: DemoChannel = {
  name: '몽이네',
  category: 'pets',
  approval: 2,
  verification: 'verified',
  memberEmails: ['mongi@hookline.example', 'hanip@hookline.example'],
  videoCount: 30,
  averageViews: 39_000,
  titles: [
    '강아지가 처음 눈을 본 순간',
    '산책 가자는 말을 알아듣는 표정',
    '고양이와 강아지의 첫 만남 7일째',
    '몽이의 미용 전과 후',
    '간식을 숨기면 벌어지는 일',
    '빗소리에 잠드는 강아지',
    '동물병원 다녀온 날의 눈빛',
    '청소기와 화해한 고양이',
    '생일 케이크를 받은 몽이',
    '이름을 부르면 대답하는 고양이',
  ],
}

const earningChannels: DemoChannel[] = [
  haru,
  hanip,
  mongi,
  {
    name: '골목여행',
    category: 'travel',
    approval: 2,
    verification: 'verified',
    memberEmails: ['golmok@hookline.example'],
    videoCount: 32,
    averageViews: 31_000,
    titles: [
      '부산 영도, 아무도 없는 아침 골목',
      '제주 동쪽 버스만 타고 하루',
      '전주에서 만 원으로 점심 먹기',
      '강릉 새벽 바다 35초',
      '서울에서 가장 오래된 이발소',
      '통영 항구의 소리',
      '기차 창밖으로 지나가는 가을',
      '여수 밤바다, 소리만 켜고',
      '경주 자전거길, 벚꽃 지는 날',
      '비 오는 북촌을 걷는 법',
    ],
  },
  {
    name: '출근요가',
    category: 'sports',
    approval: 2,
    verification: 'verified',
    memberEmails: ['golmok@hookline.example'],
    videoCount: 28,
    averageViews: 24_000,
    titles: [
      '의자에서 하는 허리 스트레칭',
      '출근 전 1분, 목 풀기',
      '무릎이 아프지 않은 스쾃',
      '잠들기 전 다리 올리기',
      '굽은 어깨를 여는 세 동작',
      '손목이 뻐근한 날에',
      '계단을 오르는 바른 자세',
      '하루 30초 코어 운동',
    ],
  },
  {
    name: '느린목공',
    category: 'howto',
    approval: 2,
    verification: 'verified',
    memberEmails: [],
    videoCount: 26,
    averageViews: 18_000,
    titles: [
      '호두나무 도마가 되기까지',
      '못 없이 만드는 작은 의자',
      '사포질 소리만 35초',
      '버려진 서랍에 새 이름을',
      '대패 날을 가는 아침',
      '손잡이를 깎는 시간',
      '나뭇결을 따라가는 칼',
    ],
  },
  {
    name: '게임왕도토리',
    category: 'gaming',
    approval: 2,
    verification: 'verified',
    memberEmails: ['mongi@hookline.example'],
    videoCount: 30,
    averageViews: 35_000,
    titles: [
      '마지막 1초에 뒤집은 판',
      '이 맵에서 숨는 곳 세 군데',
      '초보가 놓치는 단축키',
      '팀원이 모두 나간 뒤',
      '보스를 한 번도 맞지 않고',
      '가장 조용한 승리',
      '패치 뒤에 달라진 점',
      '친구에게 처음 진 날',
    ],
  },
]

const nonEarningChannels: DemoChannel[] = [
  {
    ...createEmptyChannel('새벽낚시', 'sports'),
    approval: 0,
    verification: 'pending',
    memberEmails: ['haru@hookline.example'],
  },
  { ...createEmptyChannel('수학은쉽다', 'education'), approval: 0, verification: 'verified' },
  { ...createEmptyChannel('만화리뷰방', 'entertainment'), approval: 1, verification: 'verified' },
  { ...createEmptyChannel('뉴스요약소', 'news'), approval: 3, verification: 'pending' },
  {
    ...createEmptyChannel('별보는밤', 'science'),
    approval: 2,
    verification: 'pending',
    verificationFailure: 'code_missing',
    videoCount: 8,
    averageViews: 9_000,
    titles: [
      '맨눈으로 찾는 토성',
      '유성우를 기다린 새벽',
      '달의 그림자가 지나갈 때',
      '망원경 없이 보는 은하수',
    ],
  },
]

function createEmptyChannel(name: string, category: string): DemoChannel {
  return {
    name,
    category,
    approval: 0,
    verification: 'pending',
    memberEmails: [],
    videoCount: 0,
    averageViews: 0,
    titles: [],
  }
}

const createSmallChannel = (
  name: string,
  category: string,
  titles: string[],
  assigned: string[] = [],
): DemoChannel => ({
  name,
  category,
  approval: 2,
  verification: 'verified',
  memberEmails: assigned,
  videoCount: titles.length * 2,
  averageViews: 15_000,
  titles,
})

export const demoSites: DemoSite[] = [
  {
    domain: 'localhost',
    name: '훅라인',
    names: { en: 'Hookline', 'zh-CN': 'Hookline', 'zh-TW': 'Hookline' },
    designId: '',
    colors: ['#5b5bd6', '#eeeefb'],
    playlist: false,
    network: '훅라인 네트워크',
    manager: { email: 'manager@hookline.example', nickname: '한서준' },
    members: [
      {
        email: 'haru@hookline.example',
        nickname: '하루',
        feeRates: [{ permille: 200, daysAgo: sinceStart }],
      },
      {
        email: 'hanip@hookline.example',
        nickname: '한입',
        feeRates: [
          { permille: 300, daysAgo: sinceStart },
          { permille: 250, daysAgo: 40 },
          { permille: 125, daysAgo: 9 },
        ],
      },
      {
        email: 'mongi@hookline.example',
        nickname: '몽이엄마',
        feeRates: [{ permille: 155, daysAgo: sinceStart }],
      },
      { email: 'golmok@hookline.example', nickname: '골목대장', feeRates: [] },
    ],
    channels: [...earningChannels, ...nonEarningChannels],
  },
  {
    domain: 'playlist.localhost',
    name: 'Playlane',
    designId: '',
    colors: ['#0f7b6c', '#e3f3f0'],
    playlist: true,
    network: 'Playlane Network',
    manager: { email: 'manager@playlane.example', nickname: 'Mina Park' },
    members: [
      {
        email: 'june@playlane.example',
        nickname: 'June',
        feeRates: [{ permille: 180, daysAgo: sinceStart }],
      },
    ],
    channels: [
      createSmallChannel(
        'Slow Kitchen Jun',
        'howto',
        [
          'One-pan noodles before the rain stops',
          'The quiet way to peel garlic',
          'Breakfast for someone who is late',
          'Three eggs, three textures',
          'Leftover rice, second life',
          'A sandwich that survives the train',
        ],
        ['june@playlane.example'],
      ),
      createSmallChannel('Night Bus Diaries', 'travel', [
        'Last bus out of Taipei',
        'Window seat, 35 seconds of Osaka',
        'The bakery that opens at 4 a.m.',
        'Crossing the strait in one song',
        'Every vending machine on this street',
      ]),
    ],
  },
  {
    domain: 'mcn2.localhost',
    name: '온음표',
    names: { en: 'Onnote', 'zh-CN': '全音符', 'zh-TW': '全音符' },
    designId: 'mcn-2',
    colors: ['#c2410c', '#fdeee4'],
    playlist: false,
    network: '온음표',
    manager: { email: 'manager@onnote.example', nickname: '이도윤' },
    members: [],
    channels: [
      createSmallChannel('댄스연습실', 'entertainment', [
        '거울 앞에서 처음 맞춘 8박자',
        '발목부터 푸는 준비 운동',
        '후렴만 반복 연습',
        '신발 끈을 묶고 시작',
      ]),
    ],
  },
  {
    domain: 'mcn3.localhost',
    name: '심야상점',
    names: { en: 'Midnight Store', 'zh-CN': '深夜商店', 'zh-TW': '深夜商店' },
    designId: 'mcn-3',
    colors: ['#be185d', '#fce7f1'],
    playlist: false,
    network: '심야상점',
    manager: { email: 'manager@midnight.example', nickname: '최서아' },
    members: [],
    channels: [
      createSmallChannel('야식연구소', 'people', [
        '새벽 한 시의 우동',
        '편의점에서 고른 세 가지',
        '불 끄고 먹는 붕어빵',
        '비 오는 날의 전 부치는 소리',
      ]),
    ],
  },
  {
    domain: 'mcn4.localhost',
    name: '오름',
    names: { en: 'Oreum', 'zh-CN': 'Oreum', 'zh-TW': 'Oreum' },
    designId: 'mcn-4',
    colors: ['#15803d', '#e5f4ea'],
    playlist: false,
    network: '오름',
    manager: { email: 'manager@oreum.example', nickname: '정하린' },
    members: [],
    channels: [
      createSmallChannel('산타는사람', 'sports', [
        '한라산 첫눈, 말없이',
        '배낭을 가볍게 꾸리는 순서',
        '능선에서 들은 바람',
        '하산길 무릎 지키기',
      ]),
    ],
  },
]

/** The country that most viewers of the site's channels are in. */
export const getDemoHome = ({ playlist }: DemoSite) => (playlist ? 'US' : 'KR')
