import { html } from 'hono/html'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { slowChannelIds } from './youtube-channels.ts'
import type { StudioChannel } from './youtube-store.ts'
import { languageNames, studioTexts } from './youtube-texts.ts'

export const studioUrl = '/api/demo/youtube'

type Html = ReturnType<typeof html>

const maxDescriptionLength = 1_000

const renderLayout = (locale: Locale, title: string, content: Html) =>
  html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${studioUrl}/style.css">
</head>
<body><main>${content}</main></body>
</html>`

export function renderIndexPage(locale: Locale, channels: StudioChannel[]): Html {
  const text = studioTexts[locale]
  const renderGroup = (title: string, some: StudioChannel[]) =>
    some.length === 0
      ? ''
      : html`<h2>${title}</h2><ul>${some.map((channel) => renderCard(locale, channel))}</ul>`
  const [unregistered, registered] = [false, true].map((is) =>
    channels.filter((channel) => channel.registered === is),
  )
  return renderLayout(
    locale,
    text.title,
    html`<h1>${text.title}</h1>
<p class="note">${text.notYoutube}</p>
<p>${text.intro}</p>
${renderGroup(text.unregistered, unregistered ?? [])}
${renderGroup(text.registered, registered ?? [])}`,
  )
}

function renderCard(locale: Locale, channel: StudioChannel): Html {
  const text = studioTexts[locale]
  return html`<li class="card">
${renderChannelHeader(locale, channel)}
<code translate="no">https://www.youtube.com/${channel.handle}</code>
<div><a class="edit" href="${studioUrl}/${channel.channelId}" aria-label="${`${text.edit}: ${channel.title}`}">${text.edit}</a></div>
</li>`
}

function renderChannelHeader(locale: Locale, channel: StudioChannel): Html {
  const text = studioTexts[locale]
  const count = channel.hiddenSubscribers ? text.hidden : channel.subscribers.toLocaleString(locale)
  const badges = [
    slowChannelIds.has(channel.channelId) && text.slow,
    channel.gone && text.isClosed,
    Object.keys(channel.localizations).length > 0 && text.translated,
  ].filter((badge) => badge !== false)
  return html`<div class="channel-header"><img src="${channel.thumbnail}" alt="" width="48" height="48"><div>
<div class="name">${channel.title}</div>
<div class="meta">${text.subscribers} ${count}</div>
${badges.map((badge) => html`<span class="badge">${badge}</span>`)}
</div></div>`
}

export function renderChannelPage(locale: Locale, channel: StudioChannel, isSaved: boolean): Html {
  const text = studioTexts[locale]
  return renderLayout(
    locale,
    `${channel.title} · ${text.title}`,
    html`<p><a class="edit" href="${studioUrl}">${text.back}</a></p>
<h1>${channel.title}</h1>
<p class="note">${text.notYoutube}</p>
<p class="saved" role="status">${isSaved ? text.saved : ''}</p>
<div class="head">${renderChannelHeader(locale, channel)}</div>
<form method="post">
<div>${renderField('description', text.description, channel.description, 6)}<p class="hint">${text.descriptionHint}</p></div>
<fieldset><legend>${text.translations}</legend><p>${text.translationsHint}</p>
${locales.map((language) => {
  const label = html`<span lang="${language}">${languageNames[language]}</span>`
  return html`<div>${renderField(language, label, channel.localizations[language]?.description ?? '', 3)}</div>`
})}
</fieldset>
<label class="checkbox"><input type="checkbox" name="gone" ${channel.gone ? 'checked' : ''}>${text.markClosed}</label>
<button>${text.save}</button>
</form>`,
  )
}

const renderField = (name: string, label: string | Html, value: string, rows: number) =>
  html`<label for="${name}">${label}</label><textarea id="${name}" name="${name}" rows="${rows}" maxlength="${maxDescriptionLength}">
${value}</textarea>`

export function applyForm(channel: StudioChannel, form: URLSearchParams): StudioChannel {
  const getField = (name: string) =>
    (form.get(name) ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').slice(0, maxDescriptionLength)
  const others = Object.entries(channel.localizations).filter(([language]) => !form.has(language))
  const translated = locales
    .filter((language) => getField(language).trim() !== '')
    .map((language) => {
      const { title } = channel.localizations[language] ?? channel
      return [language, { title, description: getField(language) }] as const
    })
  return {
    ...channel,
    description: getField('description'),
    localizations: Object.fromEntries([...others, ...translated]),
    gone: form.has('gone'),
  }
}
