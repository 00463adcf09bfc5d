import { html, raw } from 'hono/html'
import type { Locale } from '#contract/platform/locale.ts'
import { studioStyle } from '#server/demo/youtube/youtube-style.ts'
import type { RenderedMail } from '#server/platform/mail/render.ts'
import type { StoredMail } from '#server/platform/mail/stored-mail.ts'
import { mailboxTexts } from './mail-texts.ts'

export const mailboxUrl = '/api/demo/mail'

export const mailboxStyle = `${studioStyle}
.mails { display: block; background: var(--card); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: block; padding: 12px 16px; color: inherit; text-decoration: none; }
.mails a:hover .name { text-decoration: underline; }
iframe { display: block; width: 100%; height: 760px; border: 1px solid var(--line); border-radius: 14px; background: #fff; color-scheme: light dark; }
pre { font: 450 14px/1.6 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 16px; margin: 0; }
`

type Html = ReturnType<typeof html>

export interface MailboxEntry {
  mail: StoredMail
  /** Null once it was sent. */
  content: RenderedMail | null
}

const renderLayout = (locale: Locale, title: string, content: Html) =>
  html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${mailboxUrl}/style.css">
</head>
<body><main>${content}</main></body>
</html>`

export function renderMailbox(locale: Locale, entries: readonly MailboxEntry[]): Html {
  const text = mailboxTexts[locale]
  const sites = Map.groupBy(entries, ({ mail }) => mail.site.domain)
  return renderLayout(
    locale,
    text.title,
    html`<h1>${text.title}</h1>
<p class="note">${text.notSent}</p>
${entries.length === 0 ? html`<p>${text.empty}</p>` : ''}
${[...sites].map(
  ([domain, some]) => html`<h2>${some[0]?.mail.site.name} <span class="meta">${domain}</span></h2>
<ul class="mails">${some.map((entry) => renderEntry(locale, entry))}</ul>`,
)}`,
  )
}

const renderEntry = (locale: Locale, { mail, content }: MailboxEntry): Html =>
  html`<li><a href="${mailboxUrl}/${mail.id}"><div class="name" lang="${mail.locale}">${content?.subject ?? mail.kind}</div>
<div class="meta"><bdi>${mail.recipient}</bdi> · ${formatTime(mail.createdAt, locale)}</div></a></li>`

export function renderMailPage(locale: Locale, { mail, content }: MailboxEntry): Html {
  const text = mailboxTexts[locale]
  const subject = content?.subject ?? mail.kind
  return renderLayout(
    locale,
    `${subject} · ${text.title}`,
    html`<p><a class="edit" href="${mailboxUrl}">${text.back}</a></p>
<h1 lang="${mail.locale}">${subject}</h1>
<p>${text.to} <bdi>${mail.recipient}</bdi> · ${formatTime(mail.createdAt, locale)}</p>
${
  content
    ? html`<h2>${text.html}</h2>
<iframe title="${subject}" sandbox="allow-top-navigation-by-user-activation" srcdoc="${openLinksOutside(content.html)}"></iframe>
<h2>${text.text}</h2>
<pre lang="${mail.locale}">${linkify(content.text)}</pre>`
    : html`<p>${text.gone}</p>`
}`,
  )
}

const openLinksOutside = (page: string) => page.replace('<head>', '<head>\n<base target="_top">')

/** The addresses of the mail's own links end at white space. */
const linkify = (text: string): Html[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<a href="${part}">${part}</a>`))

const formatTime = (time: string, locale: Locale): Html =>
  html`<time datetime="${raw(time)}">${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Seoul' }).format(new Date(time))}</time>`
