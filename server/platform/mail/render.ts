import { html } from 'hono/html'
import {
  black,
  ensureContrast,
  mixColors,
  parseColor,
  pickTextColor,
  toHex,
  white,
} from '#contract/platform/color.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { fillText, splitText } from '#lib/texts/translate.ts'
import { findText, translate } from '#server/platform/texts.ts'
import type { SiteContact } from './contact.ts'
import type { MailData, TemplateKind } from './mail-data.ts'
import { sharedTexts } from './shared-texts.ts'
import { createLink, createValues, type MailValues, toUnlinkedValue } from './values.ts'

export interface MailSite {
  name: string
  domain: string
  colorPrimary: string
  logoFavicon: string | null
  contact?: SiteContact | null
}

export interface MailContext {
  site: MailSite
  /** Origin of the site, without a slash at the end. */
  origin: string
  locale: Locale
  /** Of the email link, if the mail has one. */
  token?: string | undefined
  /** Present in mail that people may refuse. */
  unsubscribeUrl?: string | undefined
}

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

type Html = ReturnType<typeof html>

interface MailText {
  subject: string
  /** Inboxes show it beside the subject. */
  preview: string
  title: string
  lead: string
  button: string | undefined
  notes: readonly string[]
  /** Explains why this person gets this mail. */
  reason: string
  /** Says that nobody reads replies. */
  automatic: string
}

type Part = 'subject' | 'preview' | 'title' | 'lead' | 'button' | `notes.${1 | 2}` | 'reason'

/** The texts of a kind, with placeholders; not every kind has a button and notes. */
function readMailText(kind: TemplateKind, locale: Locale): MailText {
  const find = (part: Part) =>
    findText(sharedTexts[`${kind}.${part}`] ?? (`mails:kinds.${kind}.${part}` as const), locale)
  const read = (part: Part) => find(part) ?? ''
  return {
    subject: read('subject'),
    preview: read('preview'),
    title: read('title'),
    lead: read('lead'),
    button: find('button'),
    notes: [find('notes.1'), find('notes.2')].filter((note) => note !== undefined),
    reason: read('reason'),
    automatic: findText('mails:common.automatic', locale) ?? '',
  }
}

export function renderMail(kind: TemplateKind, data: MailData, context: MailContext): RenderedMail {
  const { site, locale } = context
  const values = createValues(data, locale, site)
  const link = createLink(kind, data, context)
  return {
    subject: translate(`mails:kinds.${kind}.subject`, locale, values),
    text: renderText(kind, values, link, context),
    html: String(renderHtml(kind, values, link, context)),
  }
}

function renderText(
  kind: TemplateKind,
  values: MailValues,
  link: string | undefined,
  { origin, locale, unsubscribeUrl }: MailContext,
): string {
  const { title, lead, notes, button, reason, automatic } = readMailText(kind, locale)
  const unlinked = unlinkValues(values)
  const fill = (text: string) => fillText(text, unlinked)
  return [
    fill(title),
    fill(lead),
    ...(kind === 'new-device'
      ? [
          listDetails(unlinked, locale)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n'),
        ]
      : []),
    ...(link && button ? [`${fill(button)}:\n${link}`] : []),
    ...notes.map(fill),
    [
      '--',
      fill(reason),
      fill(automatic),
      ...(unsubscribeUrl ? [`${translate('mails:common.unsubscribe', locale)}: ${unsubscribeUrl}`] : []),
      `${unlinked.site} ${origin}`,
    ].join('\n'),
  ].join('\n\n')
}

/** Strangers choose these values; the site's name is the operator's own. */
const strangerValues = new Set([
  'network',
  'nickname',
  'channel',
  'provider',
  'reason',
  'browser',
  'system',
  'reference',
  'invitation',
  'decision',
])

const unlinkValues = (values: MailValues): MailValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      strangerValues.has(name) ? toUnlinkedValue(value) : value,
    ]),
  )

const listDetails = (
  { time = '', browser = '', system = '' }: MailValues,
  locale: Locale,
): [name: string, value: string][] => [
  [translate('mails:common.time', locale), time],
  [translate('mails:common.browser', locale), browser],
  [translate('mails:common.system', locale), system],
]

/** Escaped, and isolated from the text around it. */
const fillHtml = (text: string, values: MailValues): Html[] =>
  splitText(text).map((part, index) =>
    index % 2 === 0 ? html`${part}` : html`<bdi>${values[part] ?? ''}</bdi>`,
  )

/** Must match tokens.css. */
const darkCard = [0.106, 0.11, 0.133] as const

function getColors(primaryColor: string) {
  const primary = parseColor(primaryColor) ?? black
  return {
    primary: toHex(primary),
    onPrimary: toHex(pickTextColor(primary)),
    /** A dark button would vanish on a dark card. */
    darkPrimary: toHex(ensureContrast(primary, [darkCard], white)),
    onDarkPrimary: toHex(pickTextColor(ensureContrast(primary, [darkCard], white))),
    ink: toHex(ensureContrast(primary, [white], black)),
    darkInk: toHex(ensureContrast(primary, [darkCard, mixColors(darkCard, primary, 0.1)], white)),
  }
}

const fonts = `-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Apple SD Gothic Neo', 'Malgun Gothic', 'PingFang SC', 'PingFang TC', 'Microsoft YaHei', 'Microsoft JhengHei', 'Noto Sans CJK KR', sans-serif`

/** Tables and inline styles: mail programs ignore much else. Those that know media queries get dark colors. */
function renderHtml(
  kind: TemplateKind,
  values: MailValues,
  link: string | undefined,
  context: MailContext,
): Html {
  const { site, origin, locale, unsubscribeUrl } = context
  const { title, preview, lead, button, notes, reason, automatic, subject } = readMailText(kind, locale)
  const unlinked = unlinkValues(values)
  const fill = (text: string) => fillHtml(text, unlinked)
  const { primary, onPrimary, darkPrimary, onDarkPrimary, ink, darkInk } = getColors(site.colorPrimary)
  const paragraph = 'margin:0 0 16px;font-size:16px;line-height:1.65;color:#3c404a'
  const small = 'margin:0 0 6px;font-size:13px;line-height:1.6;color:#5d616c'
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${fillText(subject, unlinked)}</title>
<style>
@media (max-width: 480px) { .page { padding: 16px 12px !important } .card { padding: 28px 22px !important } }
@media (prefers-color-scheme: dark) {
  .ground, .page { background: #131418 !important }
  .card { background: #1b1c22 !important; border-color: #30323a !important }
  .strong { color: #f2f3f5 !important } .body { color: #d3d6dd !important } .quiet { color: #a9adb8 !important }
  .line { border-color: #30323a !important }
  .mark, .button { background: ${darkPrimary} !important }
  .button { border-color: ${darkPrimary} !important }
  .mark, .button a { color: ${onDarkPrimary} !important }
  .link { color: ${darkInk} !important }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f4f5f7">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${fill(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="page" align="center" style="padding:32px 16px;background:#f4f5f7;font-family:${fonts};${locale.startsWith('zh') ? '' : 'word-break:keep-all;'}overflow-wrap:anywhere">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="36" style="padding-right:10px">${renderMark(site, origin, primary, onPrimary)}</td>
<td class="strong" style="font-size:17px;font-weight:700;color:#14151a"><bdi>${values.site}</bdi></td>
</tr></table>
</td></tr>
<tr><td class="card" style="padding:36px 36px 28px;background:#ffffff;border:1px solid #e6e8ec;border-radius:14px">
<h1 class="strong" style="margin:0 0 16px;font-size:23px;line-height:1.35;font-weight:700;color:#14151a">${fill(title)}</h1>
<p class="body" style="${paragraph}">${fill(lead)}</p>
${kind === 'new-device' ? renderDetails(unlinked, locale) : ''}
${
  link && button
    ? html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="button" style="border:1px solid ${primary};border-radius:10px;background:${primary}"><a href="${link}" style="display:inline-block;padding:13px 26px;font-size:16px;line-height:1.4;font-weight:700;color:${onPrimary};text-decoration:none">${fill(button)}</a></td>
</tr></table>`
    : ''
}
${notes.map((note) => html`<p class="body" style="${paragraph}">${fill(note)}</p>`)}
${
  link && button
    ? html`<p class="quiet line" style="margin:24px 0 4px;padding-top:20px;border-top:1px solid #e6e8ec;font-size:13px;line-height:1.6;color:#5d616c">${translate('mails:common.plainLink', locale)}</p>
<p style="margin:0;font-size:13px;line-height:1.6;word-break:break-all"><a class="link" href="${link}" style="color:${ink}">${link}</a></p>`
    : ''
}
</td></tr>
<tr><td style="padding:20px 4px 0">
<p class="quiet" style="${small}">${fill(reason)}</p>
<p class="quiet" style="${small}">${fill(automatic)}</p>
<p class="quiet" style="${small}"><a class="link" href="${origin}" style="color:${ink}">${new URL(origin).host}</a>${
    unsubscribeUrl
      ? html` · <a class="link" href="${unsubscribeUrl}" style="color:${ink}">${translate('mails:common.unsubscribe', locale)}</a>`
      : ''
  }</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The site's logo; mail programs do not show SVG, and some show no remote picture at all. */
function renderMark({ name, logoFavicon }: MailSite, origin: string, color: string, textColor: string): Html {
  const logo = logoFavicon && URL.canParse(logoFavicon, origin) ? new URL(logoFavicon, origin) : undefined
  if (logo && /^https?:$/.test(logo.protocol) && !logo.pathname.toLowerCase().endsWith('.svg'))
    return html`<img src="${logo.href}" width="36" height="36" alt="" style="display:block;border:0;border-radius:10px">`
  const initial = [...name.trim()][0]?.toUpperCase() ?? ''
  return html`<div class="mark" aria-hidden="true" style="width:36px;height:36px;border-radius:10px;background:${color};color:${textColor};font-size:19px;font-weight:700;line-height:36px;text-align:center">${initial}</div>`
}

const renderDetails = (values: MailValues, locale: Locale): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">
${listDetails(values, locale).map(
  ([name, value]) => html`<tr>
<td class="quiet" valign="top" style="padding:3px 18px 3px 0;font-size:14px;line-height:1.5;color:#5d616c;white-space:nowrap">${name}</td>
<td class="strong" valign="top" style="padding:3px 0;font-size:14px;line-height:1.5;color:#14151a"><bdi>${value}</bdi></td>
</tr>`,
)}
</table>`
