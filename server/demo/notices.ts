/** Notices of the demonstration, in four languages; `daysAgo` counts back from its last day. */
export const demoNotices = [
  {
    daysAgo: 3,
    pinned: true,
    title: {
      ko: '채널 인증을 마쳐 주세요',
      en: 'Please verify your channels',
      'zh-CN': '请完成频道验证',
      'zh-TW': '請完成頻道驗證',
    },
    body: {
      ko: '인증되지 않은 채널은 서비스 이용과 오디오 수익 지급이 중단됩니다.\n\n채널 설명에 인증 코드를 넣은 뒤 인증을 진행해 주세요.',
      en: 'Use of the service and payment of audio revenue are suspended for unverified channels.\n\nPut the verification code into the channel description, then start verification.',
      'zh-CN': '未验证的频道将暂停使用服务，音频收益也会暂停发放。\n\n请先将验证码填入频道说明，再进行验证。',
      'zh-TW': '未驗證的頻道將暫停使用服務，音訊收益也會暫停發放。\n\n請先將驗證碼放進頻道說明，再進行驗證。',
    },
  },
  {
    daysAgo: 24,
    pinned: false,
    title: {
      ko: '이번 달 새 음악 6곡',
      en: 'Six new tracks this month',
      'zh-CN': '本月新增 6 首音乐',
      'zh-TW': '本月新增 6 首音樂',
    },
    body: {
      ko: '잔잔한 곡과 신나는 곡을 고루 더했습니다. 한 영상에는 한 곡만 써 주세요.',
      en: 'There are calm ones and upbeat ones. Please use exactly one track in each video.',
      'zh-CN': '舒缓与欢快的曲目都有新增。每个视频请只使用一首音乐。',
      'zh-TW': '舒緩與輕快的曲目都有新增。每部影片請只使用一首音樂。',
    },
  },
  {
    daysAgo: 66,
    pinned: false,
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
]
