import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Preference } from '#server/platform/mail/preferences.ts'
import { createTranslator } from '#server/platform/texts.ts'

const style = `:root { --ground: #f4f5f7; --card: #fff; --line: #e6e8ec; --ink: #14151a; --quiet: #3c404a; color-scheme: light dark }
@media (prefers-color-scheme: dark) { :root { --ground: #131418; --card: #1b1c22; --line: #30323a; --ink: #f2f3f5; --quiet: #d3d6dd } }
body { margin: 0; padding: 48px 16px; background: var(--ground); color: var(--quiet); overflow-wrap: anywhere;
  font: 16px/1.65 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Apple SD Gothic Neo", "Malgun Gothic", "PingFang SC",
    "Microsoft YaHei", "Noto Sans CJK KR", sans-serif }
main { box-sizing: border-box; max-width: 480px; margin: 0 auto; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 14px }
[lang=ko] body { word-break: keep-all }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.35; color: var(--ink) }
p { margin: 0 0 20px }
button { font: inherit; font-weight: 700; padding: 10px 22px; border: 1px solid var(--line); border-radius: 10px; background: none; color: inherit; cursor: pointer }
`

export const unsubscribePagePolicy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Says how things are, with a button to change them: programs that look at links in mail must not change anything. */
export function renderUnsubscribePage({ locale, site, isUnsubscribed }: Preference, hasChanged: boolean) {
  const t = createTranslator(locale)
  const title = t('unsubscribe:title')
  const message = isUnsubscribed ? 'done' : hasChanged ? 'undone' : 'question'
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${site}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body><main>
<h1>${title}</h1>
<p role="status">${t(`unsubscribe:${message}`, { site })}</p>
<form method="post">${isUnsubscribed ? html`<input type="hidden" name="resubscribe" value="1">` : ''}<button>${t(`unsubscribe:${isUnsubscribed ? 'undo' : 'confirm'}`)}</button></form>
</main></body>
</html>`
}
