import type { Locale } from '#contract/platform/locale.ts'

const ko = {
  title: 'YouTube 대역',
  notYoutube:
    '이곳은 YouTube가 아닙니다. 데모에서 YouTube를 대신해 채널 정보를 알려 주는 페이지이며, 여기서 고친 내용은 이 데모에만 저장됩니다.',
  intro: '채널 링크를 복사해 채널 등록에 붙여 넣어 보세요. 인증 코드는 채널을 열어 설명에 넣습니다.',
  unregistered: '아직 등록되지 않은 채널',
  registered: '등록된 채널',
  edit: '설명 수정',
  subscribers: '구독자',
  hidden: '비공개',
  slow: '처음에는 응답이 늦음',
  isClosed: '없어진 채널',
  translated: '번역된 설명 있음',
  back: '모든 채널',
  description: '설명',
  descriptionHint: '인증 코드를 이곳에 붙여 넣고 저장해 주세요.',
  translations: '번역된 설명',
  translationsHint: '비워 두면 번역이 없는 것으로 저장됩니다.',
  markClosed: '채널이 없어진 것으로 하기',
  save: '저장',
  saved: '저장했습니다.',
}
export type StudioTexts = typeof ko

const en: StudioTexts = {
  title: 'YouTube simulator',
  notYoutube: 'This is not YouTube. It simulates YouTube for the demo; changes are saved in this demo only.',
  intro:
    'Copy a channel’s link and paste it into Add channel. To verify the channel, open it here and put the code in its description.',
  unregistered: 'Channels not registered yet',
  registered: 'Registered channels',
  edit: 'Edit description',
  subscribers: 'Subscribers',
  hidden: 'hidden',
  slow: 'Slow at first',
  isClosed: 'Closed channel',
  translated: 'Has translated descriptions',
  back: 'All channels',
  description: 'Description',
  descriptionHint: 'Paste the verification code here and save.',
  translations: 'Translated descriptions',
  translationsHint: 'Empty translations are not saved.',
  markClosed: 'Treat the channel as closed',
  save: 'Save',
  saved: 'Saved.',
}

const zhCN: StudioTexts = {
  title: 'YouTube 替身',
  notYoutube: '这里不是 YouTube。演示中由此页面代替 YouTube 提供频道信息，在这里修改的内容只保存在本演示中。',
  intro: '复制频道链接，粘贴到添加频道的位置。验证时，请在这里打开频道，把验证码写入频道说明。',
  unregistered: '尚未添加的频道',
  registered: '已添加的频道',
  edit: '修改说明',
  subscribers: '订阅人数',
  hidden: '不公开',
  slow: '起初响应较慢',
  isClosed: '已关闭的频道',
  translated: '有翻译的说明',
  back: '全部频道',
  description: '频道说明',
  descriptionHint: '请把验证码粘贴到这里并保存。',
  translations: '翻译的说明',
  translationsHint: '留空则按没有翻译保存。',
  markClosed: '视为频道已关闭',
  save: '保存',
  saved: '已保存。',
}

const zhTW: StudioTexts = {
  title: 'YouTube 替身',
  notYoutube:
    '這裡不是 YouTube。展示中由此頁面代替 YouTube 提供頻道資訊，在這裡修改的內容只會存在這個展示裡。',
  intro: '複製頻道連結，貼到新增頻道的欄位。驗證時，請在這裡開啟頻道，把驗證碼放進頻道說明。',
  unregistered: '尚未新增的頻道',
  registered: '已新增的頻道',
  edit: '編輯說明',
  subscribers: '訂閱人數',
  hidden: '不公開',
  slow: '一開始回應較慢',
  isClosed: '已關閉的頻道',
  translated: '有翻譯的說明',
  back: '所有頻道',
  description: '頻道說明',
  descriptionHint: '請把驗證碼貼在這裡並儲存。',
  translations: '翻譯的說明',
  translationsHint: '留白則視為沒有翻譯。',
  markClosed: '視為頻道已關閉',
  save: '儲存',
  saved: '已儲存。',
}

export const studioTexts: Record<Locale, StudioTexts> = { ko, en, 'zh-CN': zhCN, 'zh-TW': zhTW }

export const languageNames: Record<Locale, string> = {
  ko: '한국어',
  en: 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
}
