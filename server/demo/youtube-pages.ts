import { html } from 'hono/html'
import { type Locale, locales } from '#contract/locale.ts'
import { slowChannels } from './youtube-cast.ts'
import type { ListedChannel } from './youtube-store.ts'
import { languageNames, words } from './youtube-words.ts'

/** Where the pages of the stand-in begin. */
export const studioPath = '/api/demo/youtube'

type Html = ReturnType<typeof html>

const longestDescription = 1_000

const frame = (locale: Locale, title: string, inside: Html) =>
  html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${studioPath}/style.css">
</head>
<body><main>${inside}</main></body>
</html>`

/** All channels, with the links by which they are entered. */
export function indexPage(locale: Locale, channels: ListedChannel[]): Html {
  const text = words[locale]
  const group = (title: string, some: ListedChannel[]) =>
    some.length === 0 ? '' : html`<h2>${title}</h2><ul>${some.map((channel) => card(locale, channel))}</ul>`
  const [free, registered] = [false, true].map((is) =>
    channels.filter((channel) => channel.registered === is),
  )
  return frame(
    locale,
    text.title,
    html`<h1>${text.title}</h1>
<p class="note">${text.notYoutube}</p>
<p>${text.lead}</p>
${group(text.free, free ?? [])}
${group(text.registered, registered ?? [])}`,
  )
}

function card(locale: Locale, channel: ListedChannel): Html {
  const text = words[locale]
  return html`<li class="card">
${who(locale, channel)}
<code translate="no">https://www.youtube.com/${channel.handle}</code>
<div><a class="edit" href="${studioPath}/${channel.channelId}" aria-label="${`${text.edit}: ${channel.title}`}">${text.edit}</a></div>
</li>`
}

function who(locale: Locale, channel: ListedChannel): Html {
  const text = words[locale]
  const count = channel.hiddenSubscribers ? text.hidden : channel.subscribers.toLocaleString(locale)
  const chips = [
    slowChannels.has(channel.channelId) && text.slow,
    channel.gone && text.gone,
    Object.keys(channel.localizations).length > 0 && text.translated,
  ].filter((chip) => chip !== false)
  return html`<div class="who"><img src="${channel.thumbnail}" alt="" width="48" height="48"><div>
<div class="name">${channel.title}</div>
<div class="small">${text.subscribers} ${count}</div>
${chips.map((chip) => html`<span class="chip">${chip}</span>`)}
</div></div>`
}

/** One channel, with its descriptions to edit. */
export function channelPage(locale: Locale, channel: ListedChannel, saved: boolean): Html {
  const text = words[locale]
  return frame(
    locale,
    `${channel.title} · ${text.title}`,
    html`<p><a class="edit" href="${studioPath}">${text.back}</a></p>
<h1>${channel.title}</h1>
<p class="note">${text.notYoutube}</p>
<p class="saved" role="status">${saved ? text.saved : ''}</p>
<div class="head">${who(locale, channel)}</div>
<form method="post">
<div>${field('description', text.description, channel.description, 6)}<p class="hint">${text.descriptionHint}</p></div>
<fieldset><legend>${text.translations}</legend><p>${text.translationsHint}</p>
${locales.map((language) => {
  const label = html`<span lang="${language}">${languageNames[language]}</span>`
  return html`<div>${field(language, label, channel.localizations[language]?.description ?? '', 3)}</div>`
})}
</fieldset>
<label class="closed"><input type="checkbox" name="gone" ${channel.gone ? 'checked' : ''}>${text.closed}</label>
<button>${text.save}</button>
</form>`,
  )
}

const field = (name: string, label: string | Html, value: string, rows: number) =>
  html`<label for="${name}">${label}</label><textarea id="${name}" name="${name}" rows="${rows}" maxlength="${longestDescription}">
${value}</textarea>`

/** A channel as a form of its page changes it. */
export function changed(channel: ListedChannel, form: URLSearchParams): ListedChannel {
  const entered = (name: string) =>
    (form.get(name) ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').slice(0, longestDescription)
  const others = Object.entries(channel.localizations).filter(([language]) => !form.has(language))
  const translated = locales
    .filter((language) => entered(language).trim() !== '')
    .map((language) => {
      const { title } = channel.localizations[language] ?? channel
      return [language, { title, description: entered(language) }] as const
    })
  return {
    ...channel,
    description: entered('description'),
    localizations: Object.fromEntries([...others, ...translated]),
    gone: form.has('gone'),
  }
}
