import type { Locale } from '#contract/platform/locale.ts'

const ko = {
  title: '메일함',
  notSent:
    '이곳은 데모의 메일함입니다. 데모에서 보낸 메일은 실제로 발송되지 않고 여기에 모입니다. 링크는 실제 메일과 똑같이 쓸 수 있습니다.',
  empty: '아직 메일이 없습니다. 가입하거나 비밀번호를 재설정하면 여기에 메일이 도착합니다.',
  back: '모든 메일',
  to: '받는 사람',
  gone: '메일이 발송되어 내용이 지워졌습니다.',
  html: '서식 있는 메일',
  text: '텍스트 메일',
}
export type MailboxTexts = typeof ko

const en: MailboxTexts = {
  title: 'Mailbox',
  notSent:
    'This is the demo’s mailbox. Mail of the demo is collected here instead of being sent. Its links work like those in real mail.',
  empty: 'There is no mail yet. Sign up or reset a password, and the mail arrives here.',
  back: 'All mail',
  to: 'To',
  gone: 'The mail was sent, and its content was deleted.',
  html: 'Formatted',
  text: 'Plain text',
}

const zhCN: MailboxTexts = {
  title: '邮箱',
  notSent:
    '这里是演示的邮箱。演示中的邮件不会实际发送，而是汇集在这里。其中的链接与真实邮件中的链接一样可用。',
  empty: '还没有邮件。注册账号或重置密码后，邮件会出现在这里。',
  back: '所有邮件',
  to: '收件人',
  gone: '邮件已发送，内容已删除。',
  html: '带格式的邮件',
  text: '纯文本邮件',
}

const zhTW: MailboxTexts = {
  title: '信箱',
  notSent:
    '這裡是示範的信箱。示範中的郵件不會實際寄出，而是集中在這裡。其中的連結與真實郵件中的連結一樣可用。',
  empty: '還沒有郵件。註冊帳號或重設密碼後，郵件會出現在這裡。',
  back: '所有郵件',
  to: '收件人',
  gone: '郵件已寄出，內容已刪除。',
  html: '有格式的郵件',
  text: '純文字郵件',
}

export const mailboxTexts: Record<Locale, MailboxTexts> = { ko, en, 'zh-CN': zhCN, 'zh-TW': zhTW }
