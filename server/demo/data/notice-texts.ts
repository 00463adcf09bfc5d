export const demoNoticeTexts = {
  verify: {
    title: {
      ko: '채널 인증을 마쳐 주세요',
      en: 'Please verify your channels',
      'zh-CN': '请完成频道验证',
      'zh-TW': '請完成頻道驗證',
    },
    body: {
      ko: `인증되지 않은 채널은 **서비스 이용과 오디오 수익 지급이 중단**됩니다.

1. [채널 관리](/manage-channel)에서 인증할 채널을 고릅니다.
2. 채널 설명에 인증 코드를 넣습니다.
3. 인증을 진행합니다. 인증이 끝나면 코드는 지워도 됩니다.

자세한 방법은 [채널 인증 가이드](/guides/auths)에 있습니다.`,
      en: `Use of the service and payment of audio revenue are **suspended for unverified channels**.

1. Choose the channel under [Manage channels](/manage-channel).
2. Put the verification code into the channel description.
3. Start verification. Once it is done, you can remove the code.

The [verification guide](/guides/auths) shows every step.`,
      'zh-CN': `未验证的频道将**暂停使用服务，音频收益也会暂停发放**。

1. 在[频道管理](/manage-channel)中选择要验证的频道。
2. 将验证码填入频道说明。
3. 开始验证。验证完成后即可删除验证码。

详细步骤请参阅[频道验证指南](/guides/auths)。`,
      'zh-TW': `未驗證的頻道將**暫停使用服務，音訊收益也會暫停發放**。

1. 在[頻道管理](/manage-channel)中選擇要驗證的頻道。
2. 將驗證碼放進頻道說明。
3. 開始驗證。驗證完成後即可刪除驗證碼。

詳細步驟請參閱[頻道驗證指南](/guides/auths)。`,
    },
  },
  tracks: {
    title: {
      ko: '이번 달 새 음악 6곡',
      en: 'Six new tracks this month',
      'zh-CN': '本月新增 6 首音乐',
      'zh-TW': '本月新增 6 首音樂',
    },
    body: {
      ko: `잔잔한 곡과 신나는 곡을 고루 더했습니다. [음악](/musics)에서 바로 들어 보세요.

## 어떤 영상에 어울리나요

| 분위기 | 곡 수 | 어울리는 영상 |
|---|---|---|
| 잔잔함 | 3곡 | 일상 기록, 여행 |
| 신남 | 2곡 | 운동, 게임 |
| 감성 | 1곡 | 인터뷰, 이야기 |

## 사용할 때

- 한 영상에는 **한 곡만** 써 주세요.
- 시간 제한 표시가 있는 곡은 [해제 방법](/guides/mobile-unlock)을 먼저 확인해 주세요.

> 쇼핑 영상에는 쇼핑 표시가 있는 곡만 쓸 수 있습니다.

YouTube의 음악 정책은 [YouTube 고객센터](https://support.google.com/youtube/)에서 확인할 수 있습니다.`,
      en: `There are calm ones and upbeat ones. Listen to them under [Music](/musics).

## Which video they suit

| Mood | Tracks | Good for |
|---|---|---|
| Calm | 3 | Daily life, travel |
| Upbeat | 2 | Sports, games |
| Tender | 1 | Interviews, stories |

## When you use them

- Please use **exactly one track** in each video.
- For tracks marked with a time limit, see [how to remove it](/guides/mobile-unlock) first.

> Videos that sell something may only use tracks marked for shopping.

YouTube’s own rules about music are in [YouTube Help](https://support.google.com/youtube/).`,
      'zh-CN': `舒缓与欢快的曲目都有新增，欢迎前往[音乐](/musics)试听。

## 适合哪些视频

| 氛围 | 曲目 | 适合的视频 |
|---|---|---|
| 舒缓 | 3 首 | 日常记录、旅行 |
| 欢快 | 2 首 | 运动、游戏 |
| 抒情 | 1 首 | 访谈、故事 |

## 使用须知

- 每个视频请只使用**一首音乐**。
- 带有时长限制标记的曲目，请先查看[解除方法](/guides/mobile-unlock)。

> 带货视频只能使用带有购物标记的曲目。

YouTube 的音乐政策请参阅 [YouTube 帮助](https://support.google.com/youtube/)。`,
      'zh-TW': `舒緩與輕快的曲目都有新增，歡迎前往[音樂](/musics)試聽。

## 適合哪些影片

| 氛圍 | 曲目 | 適合的影片 |
|---|---|---|
| 舒緩 | 3 首 | 日常紀錄、旅行 |
| 輕快 | 2 首 | 運動、遊戲 |
| 抒情 | 1 首 | 訪談、故事 |

## 使用須知

- 每部影片請只使用**一首音樂**。
- 標示時間限制的曲目，請先查看[解除方法](/guides/mobile-unlock)。

> 購物影片只能使用標示購物的曲目。

YouTube 的音樂政策請參閱 [YouTube 說明](https://support.google.com/youtube/)。`,
    },
  },
  delay: {
    title: {
      ko: '예상 수익은 2일 뒤에 표시됩니다',
      en: 'Estimated profit appears after 2 days',
      'zh-CN': '预估收益将在 2 天后显示',
      'zh-TW': '預估收益會在 2 天後顯示',
    },
    body: {
      ko: '업로드한 영상의 수익은 2일 뒤부터 확인할 수 있습니다. 예상 수익은 실제 정산과 다를 수 있습니다.',
      en: 'The profit of an uploaded video appears 2 days after the upload. Estimated profit may differ from the actual settlement.',
      'zh-CN': '上传视频的收益在 2 天后即可查看。预估收益可能与实际结算金额不同。',
      'zh-TW': '上傳影片的收益在 2 天後即可查看。預估收益可能與實際結算金額有所不同。',
    },
  },
  holiday: {
    title: {
      ko: '연말 고객 지원 안내',
      en: 'Support over the holidays',
      'zh-CN': '年末客服安排',
      'zh-TW': '年末客服安排',
    },
    body: {
      ko: '연말에는 답변이 하루 이틀 늦어질 수 있습니다. 수익 집계와 정산은 평소대로 진행됩니다.',
      en: 'Over the holidays an answer may take a day or two longer. Figures and settlement go on as usual.',
      'zh-CN': '年末期间，回复可能会延迟一至两天。收益统计与结算照常进行。',
      'zh-TW': '年末期間，回覆可能會延遲一至兩天。收益統計與結算照常進行。',
    },
  },
}
